/*
 * One exclusive log over several laps, in memory zeroed by the holder of the cleaner's place (cleaning.pml): readers stop at
 * a zero. The publisher stores no zeros ahead, except over a claim that failed by an Error. It may die at every step; then
 * the log ends at its first frame that is not committed. A joining subscriber begins at the last target or at the true tail,
 * which must be boundaries of frames. README.md names the methods, `run` the constants and the weakened twins. Unit of
 * length: one cell of eight bytes.
 */
#ifndef L
#define L 3                 /* cells of a term; frames take one or two */
#endif
#ifndef TERMS
#define TERMS 2
#endif
#ifndef LAPS
#define LAPS 3
#endif
#ifndef W
#define W 2                 /* window */
#endif
#ifndef RES
#define RES 2               /* reserve: less than a longest frame of padding, and a longest frame */
#endif
#ifndef DROPS
#define DROPS 1             /* this many claims fail */
#endif
#define LONGEST 2
#define RING (L*TERMS)
#define AT(p) ((p)%RING)
#define REST(p) (L-(p)%L)
#define MIN(a,b) ((a)<(b) -> (a) : (b))
#define NONE 255

mtype = { ZERO, DATA, PAD, PAYLOAD };                /* payload looks like a header of a frame of one cell */
mtype word[RING]; byte length[RING]; byte lap[RING];
byte storedTail = 0, clean = 0, target = 0, reached = 0, endAt = NONE;
bool dead = false, done = false;
byte drops = 0;
byte end = 0;               /* of the last committed frame: the required result */

#define COMMITTED(p) (word[AT(p)]!=ZERO)
#define LIMIT MIN(reached+W, clean+RING-RES)           /* PublisherLimit */

inline put(p, what, cells) {
  assert((p) < clean+RING);                          /* only clean memory is written */
  word[AT(p)]=what; length[AT(p)]=cells; lap[AT(p)]=(p)/RING
}

inline wipe(p) { word[AT(p)]=ZERO; length[AT(p)]=0; lap[AT(p)]=0 }

#ifdef NO_ZERO
#define WIPE(p) skip
#else
#define WIPE(p) wipe(p)
#endif

/* Over a longest frame, to the end of the term: the length of the failed claim is no longer known. */
inline zeroFailed(p) {
#ifdef ZERO_SHORT
  last=p+need;
#else
  last=p+MIN(LONGEST, REST(p));
#endif
  zero=p;
  do
  :: d_step { zero<last -> assert(zero<clean+RING); wipe(zero); zero++ }
  :: else -> break
  od;
  atomic { failed=false; zero=0; last=0 }
}

proctype Publisher() {
  byte tail=0, pos, need, rest, zero, last; bool failed;
  {
  skip;
again:
  atomic { pos=0; need=0; rest=0 };
  if :: tail>=LAPS*RING -> goto leave :: else fi;
  if :: need=1 :: need=2 fi;
  storedTail=tail;                                   /* lookAtLimit */
  tail<LIMIT;
  pos=tail;
#ifndef FAILED_KEPT
  if :: failed -> zeroFailed(pos) :: else fi;
#endif
  if
  :: need>REST(pos) ->                               /* enterNextTerm */
     rest=REST(pos);
     d_step { put(pos, PAD, rest); pos=pos+rest; end=pos };
     tail=pos
  :: else
  fi;
  if :: need==2 -> d_step { put(pos+1, PAYLOAD, 1) } :: else fi;
  if
  :: drops<DROPS ->                                  /* an Error, then endOpenClaim: if it was committed, the log continues after it */
     drops++;
     if
     :: true
     :: d_step { put(pos, DATA, need); end=pos+need; tail=end }
     fi;
     failed=true;
#ifdef ZERO_AT_ONCE
     zeroFailed(tail);
#endif
     goto again
  :: true
  fi;
  if
  :: d_step { put(pos, DATA, need); end=pos+need }
  :: need==2 -> d_step { put(pos, PAD, need); end=pos+need }    /* abort */
  fi;
  tail=pos+need;
  goto again;
leave:
  done=true
  } unless { dead };
  d_step { tail=0; pos=0; need=0; rest=0; zero=0; last=0; failed=false }
}

proctype Subscriber() {
  byte rp, l;
end0:
  do
  :: d_step {
       rp<clean+RING && COMMITTED(rp) ->
       l=length[AT(rp)];
       assert(rp+l<=end);                            /* only a committed frame, and all of it */
       assert(word[AT(rp)]!=PAYLOAD && lap[AT(rp)]==rp/RING);
       assert(word[AT(rp)]==PAD || l==1 || (word[AT(rp+1)]==PAYLOAD && lap[AT(rp+1)]==rp/RING));
       rp=rp+l; reached=rp; l=0
     }
  od
}

inline findTail() {                                  /* CommittedPrefix.findTail */
  p=(storedTail>target -> storedTail : target);
  do
  :: d_step { p<clean+RING && COMMITTED(p) -> p=p+length[AT(p)]; assert(p<=end) }
  :: else -> break
  od
}
#ifdef NO_BOUNDARY
#define STEP 1
#else
#define STEP length[AT(p)]
#endif

/*
 * The holders of the place, one after the other: a subscriber, the keeper, the publisher if it is late; each may stop or die
 * at each step, and the next one continues from the announced target. The keeper walks to the true tail, for a subscriber
 * that joins there, and for the end.
 */
proctype Cleaner() {
  byte p;
end0:
  do
  :: atomic {                                        /* one of the positions that it has stored */
       endAt==NONE && clean==target && target<reached ->
       p=target;
       do
       :: p<reached -> p=p+STEP
       :: p>target -> break
       od;
       target=p; p=0;
       assert(target>=end || word[AT(target)]!=PAYLOAD)
     }
  :: endAt==NONE && clean<target ->                  /* Cleaner.clean */
     p=clean;
     do
#ifdef CLEAN_FIRST
     :: clean<target -> p=clean; clean=p+1; wipe(p)
#else
     :: d_step { p<target -> assert(p<reached); WIPE(p); p++ }
     :: p>clean -> clean=p
     :: p>clean -> p=clean                           /* it has died; the next cleaner zeroes that range again */
#endif
     :: clean==target -> break
     od;
     p=0
#ifdef WALKS
  :: endAt==NONE -> findTail(); p=0                  /* for a joining subscriber */
#endif
  :: endAt==NONE && (dead || done) -> findTail(); endAt=p; p=0
  od
}

proctype Killer() { if :: dead=true :: true fi }

/* When no step is possible any more: everything committed was read, and the log ends after it. */
proctype Check() {
  timeout;
  assert(dead || done);
  assert(reached==end && endAt==end)
}

init {
  byte t=0;
  atomic {
    do :: t<RING -> wipe(t); t++ :: else -> break od;
    run Publisher(); run Subscriber(); run Cleaner(); run Killer(); run Check()
  }
}
