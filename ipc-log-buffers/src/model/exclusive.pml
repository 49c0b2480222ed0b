/*
 * One exclusive log over several laps: nobody zeroes it. Before a frame is committed the publisher stores a zero behind it,
 * where the next header will be; readers stop at a zero. The publisher may die, and drop a claim, at every step. README.md
 * names the methods, `run` the constants and the weakened twins. Unit of length: one cell of eight bytes.
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
#ifndef ZEROS
#define ZEROS 2             /* so many zeros at once behind a short frame */
#endif
#ifndef RES
#define RES 4               /* reserve: a longest frame and the zeros behind it */
#endif
#ifndef DROPS
#define DROPS 1             /* so many claims are dropped */
#endif
#define RING (L*TERMS)
#define AT(p) ((p)%RING)
#define REST(p) (L-(p)%L)
#define MIN(a,b) ((a)<(b) -> (a) : (b))

mtype = { ZERO, DATA, PAD };
mtype word[RING]; byte length[RING]; byte lap[RING];
byte storedTail = 0, limit = 0, clean = 0, reached = 0;
bool dead = false, done = false;
byte least = 0, walkedTo = 0, drops = 0;
byte end = 0;               /* of the last committed frame: what must come out */

#define COMMITTED(p) (word[AT(p)]==DATA || word[AT(p)]==PAD)
#define LIMIT MIN(least+W, clean+RING-RES)
#define OWN_LIMIT MIN(reached+W, clean+RING-RES)     /* PublisherLimit: it looks itself */

inline put(p, what, cells) {
  assert((p) < reached+RING);                        /* nothing is written over that is not read */
  word[AT(p)]=what; length[AT(p)]=cells; lap[AT(p)]=(p)/RING
}

/* ExclusiveAppender.zeroBehind: plain stores, one by one */
inline zeroBehind(p, cells) {
#ifndef NO_ZERO
  last=(cells==1 -> p+MIN(ZEROS, REST(p)) : p+1);
  zero=p;
  do :: zero<last -> d_step { put(zero, ZERO, 0); lap[AT(zero)]=0; zero++ } :: else -> break od;
  zeroEnd=last; zero=0; last=0
#else
  skip
#endif
}
#ifdef ZERO_AFTER_COMMIT
#define BEFORE_COMMIT(p, cells) skip
#define AFTER_COMMIT(p, cells) if :: p>=zeroEnd -> zeroBehind(p, cells) :: else fi
#else
#define BEFORE_COMMIT(p, cells) if :: p>=zeroEnd -> zeroBehind(p, cells) :: else fi
#define AFTER_COMMIT(p, cells) skip
#endif

proctype Publisher() {
  byte tail=0, pos, need, rest, zeroEnd=0, zero, last;
  {
  limit>0;
again:
  atomic { pos=0; need=0; rest=0 };
  if :: tail>=LAPS*RING -> goto leave :: else fi;
  if :: need=1 :: need=2 fi;
#ifdef WALKS
  storedTail=tail;                                   /* lookAtLimit */
#endif
  (tail<limit || tail<OWN_LIMIT);
  pos=tail;
  if
  :: need>REST(pos) ->                               /* enterNextTerm */
     rest=REST(pos);
     BEFORE_COMMIT(pos+rest, rest);
     d_step { put(pos, PAD, rest); pos=pos+rest; end=pos };
     AFTER_COMMIT(pos, rest);
     tail=pos
  :: else
  fi;
  BEFORE_COMMIT(pos+need, need);
  if :: need==2 -> d_step { put(pos+1, DATA, 1) } :: else fi;   /* payload that looks like a header */
  if
  :: drops<DROPS ->                                  /* an Error, then repair */
     drops++;
#ifndef ZERO_END_KEPT
     zeroEnd=pos;
#endif
     goto again
  :: true
  fi;
  if
  :: d_step { put(pos, DATA, need); end=pos+need }
  :: need==2 -> d_step { put(pos, PAD, need); end=pos+need }    /* abort */
  fi;
  AFTER_COMMIT(pos+need, need);
  tail=pos+need;
  goto again;
leave:
  done=true
  } unless { dead };
  d_step { tail=0; pos=0; need=0; rest=0; zeroEnd=0; zero=0; last=0 }
}

proctype Subscriber() {
  byte rp=0, l, m; mtype w;
end0:
  do
  :: rp<clean+RING && COMMITTED(rp) ->
     d_step { w=word[AT(rp)]; l=length[AT(rp)]; m=lap[AT(rp)] };
     assert(rp+l<=end);                              /* no frame that was not committed */
     if
     :: w==DATA ->
        assert(m==rp/RING && (l==1 || (word[AT(rp+1)]==DATA && lap[AT(rp+1)]==m)))
     :: else
     fi;
     d_step { rp=rp+l; reached=rp; l=0; m=0; w=ZERO } /* that it is seen late is the keeper's part */
  od
}

/* The keeper: says how far may be written, and walks to the true tail: for who joins there, and for the end. */
proctype Keeper() {
  byte p;
end0:
  do
  :: least!=reached -> d_step { least=reached; clean=least; limit=LIMIT }   /* TermCleaner.skipToTarget */
#ifdef WALKS
  :: walkedTo<end || COMMITTED(walkedTo) ->                                 /* CommittedPrefix.findTail */
     p=(storedTail>least -> storedTail : least);
     p=(walkedTo>p -> walkedTo : p);
     do
     :: p<clean+RING && COMMITTED(p) -> p=p+length[AT(p)]; assert(p<=end)
     :: else -> break
     od;
     walkedTo=p; p=0
#endif
  od
}

proctype Killer() { if :: dead=true :: true fi }

/* When nothing moves any more: all that was committed was read, and the log ends behind it. */
proctype Check() {
  timeout;
  assert(dead || done);
  assert(reached==end && least==end);
#ifdef WALKS
  assert(walkedTo==end)
#endif
}

init {
  byte t=0;
  atomic {
    do :: t<RING -> word[t]=ZERO; t++ :: else -> break od;
    limit=LIMIT;
    run Publisher(); run Subscriber(); run Keeper(); run Killer(); run Check()
  }
}
