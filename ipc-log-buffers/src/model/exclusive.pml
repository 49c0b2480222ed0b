/*
 * One exclusive log over several laps, to its end. The publisher claims in clean memory only, and readers stop at a zero.
 * The subscriber, which may come late, zeroes what it has read, or the keeper does. All may die at every step but the keeper;
 * claims fail. Who else cleans is cleaning.pml's part. README.md names the methods, `run` the constants and the weakened
 * twins. Unit of length: one cell of eight bytes.
 */
#ifndef L
#define L 2                 /* cells of a term; frames take one or two */
#endif
#ifndef TERMS
#define TERMS 2
#endif
#ifndef TAIL_MAX
#define TAIL_MAX 6
#endif
#ifndef W
#define W 2                 /* window */
#endif
#ifndef RES
#define RES 2               /* reserve: padding at a term's end, and a longest frame */
#endif
#ifndef DROPS
#define DROPS 1             /* so many claims fail and are forgotten */
#endif
#ifndef DEATHS
#define DEATHS 1            /* of the publisher or the subscriber */
#endif
#define RING (L*TERMS)
#define AT(p) ((p)%RING)
#define REST(p) (L-(p)%L)
#define MIN(a,b) ((a)<(b) -> (a) : (b))
#define MAX(a,b) ((a)>(b) -> (a) : (b))
#define NONE 255
#define READER 1
#define KEEPER 254

mtype = { ZERO, DATA, PAD };
mtype word[RING]; byte length[RING]; byte lap[RING];
byte storedTail=0, clean=0, target=0, cleaner=0, ends=NONE;
bool joined=false; byte join=0, reached=0;           /* the subscriber's slot */
bool dead=false, done=false, readerDead=false, came=false;
byte drops=0, deaths=0;
byte end=0;                 /* of the last committed frame: what must come out */

#define COMMITTED(p) (word[AT(p)]==DATA || word[AT(p)]==PAD)
#define LIMIT (joined -> MIN(reached+W, clean+RING-RES) : clean+RING-RES)   /* PublisherLimit */

inline put(p, what, cells) {
  assert((p)<clean+RING);                            /* nothing is written over that is not clean */
  word[AT(p)]=what; length[AT(p)]=cells; lap[AT(p)]=(p)/RING
}

inline commit(p, what, cells) {
  d_step { assert(word[AT(p)]==ZERO); put(p, what, cells); end=p+cells }
}

proctype Publisher() {
  byte tail=0, pos, need, rest;
  {
  skip;
again:
  atomic { pos=0; need=0; rest=0 };
  if :: tail>=TAIL_MAX -> goto leave :: tail<TAIL_MAX fi;
  if :: need=1 :: need=2 fi;
#ifdef WALKS
  storedTail=tail;                                   /* lookAtLimit */
#endif
  (tail<LIMIT);
  pos=tail;
  if
  :: need>REST(pos) ->                               /* enterNextTerm */
     rest=REST(pos);
     commit(pos, PAD, rest);
     tail=pos+rest; pos=tail
  :: else
  fi;
  if :: need==2 -> d_step { assert(word[AT(pos+1)]==ZERO); put(pos+1, DATA, 1) } :: else fi;   /* like a header */
  if
  :: drops<DROPS -> drops++;                         /* an Error, then endFailedClaim: over a longest frame */
#ifndef NOT_ZEROED
     put(pos, ZERO, 0);
     if :: REST(pos)>1 -> put(pos+1, ZERO, 0) :: else fi;
#endif
     goto again
  :: true
  fi;
  if
  :: commit(pos, DATA, need)
  :: need==2 -> commit(pos, PAD, need)               /* abort */
  fi;
  tail=pos+need;
  goto again;
leave:
  storedTail=tail;
  done=true
  } unless { dead };
  d_step { tail=0; pos=0; need=0; rest=0 }
}

/* A part of TermCleaner.clean: nothing is zeroed that is not read, and nothing of the next lap. */
inline zeroPart() {
#ifdef CLEAN_FIRST
  clean=z+1;
#endif
  d_step { assert((!joined || z<reached) && (word[AT(z)]==ZERO || lap[AT(z)]==z/RING)); word[AT(z)]=ZERO };
  z++;
  clean=z
}

#define MAY_CLEAN (joined && ends==NONE)

/* ReaderCleaning, which remembers one boundary */
proctype Subscriber() {
  byte rp, boundary, l, z;
  {
  skip;
end0:
  joined;
  d_step { rp=join; boundary=rp };
end1:
  do
  :: rp<clean+RING && COMMITTED(rp) ->
     d_step {
        l=length[AT(rp)];
        assert(rp+l<=end);                           /* no frame that was not committed */
        assert(word[AT(rp)]==PAD || (lap[AT(rp)]==rp/RING
               && (l==1 || (word[AT(rp+1)]==DATA && lap[AT(rp+1)]==rp/RING))))
     };
     atomic { rp=rp+l; reached=rp; l=0; if :: boundary=rp :: skip fi };
#ifdef CHECKS_OUTSIDE
     if :: !MAY_CLEAN -> goto end1 :: else fi;
#endif
     if
     :: d_step { cleaner==0 -> cleaner=READER }
     :: goto end1
     fi;
#ifndef CHECKS_OUTSIDE
     if :: !MAY_CLEAN -> goto giveBack :: else fi;
#endif
     z=clean;
     if :: z==target && boundary>target && reached>=boundary -> target=boundary :: else fi;
     do
     :: z<target -> assert(ends==NONE); zeroPart()
     :: break
     od;
     z=0;
     assert(cleaner==READER);
     cleaner=0;
     goto end1;
giveBack:                                            /* the keeper may have it: this one has no slot */
#ifdef GIVES_BACK_BLINDLY
     cleaner=0
#else
     if :: d_step { cleaner==READER -> cleaner=0 } :: cleaner!=READER fi
#endif
  od
  } unless { readerDead };
  d_step { rp=0; boundary=0; l=0; z=0 }
}

#ifdef NOT_PROVEN
#define PROVEN (cleaner==READER)
#else
#define PROVEN (cleaner==READER && !joined)
#endif
#define MAY_TAKE (cleaner==0 || PROVEN)
#define LEFT (dead || done)
#define GATES (joined -> reached : NONE)
#define MAY_COME (!came && ends==NONE)
#define ENDS (LEFT && (ends==NONE || (joined && reached>=ends)))
#define MAY_ZERO (ends==NONE && (clean<target || target<MIN(GATES, end)))

/* LogMaintenance: one of its jobs each time that it takes the place */
proctype Keeper() {
  byte prefix=0, p, z;
end0:
  do
  :: readerDead && joined -> joined=false            /* clientDied */
#ifdef ENDS_WITHOUT
  :: LEFT && ends==NONE -> goto findsEnd
#endif
  :: d_step { (MAY_COME || ENDS || MAY_ZERO || PROVEN) && MAY_TAKE -> cleaner=KEEPER };
     prefix=MAX(prefix, target);
     if
     :: MAY_COME ->                                  /* addSubscriber, findJoin: the oldest, or the tail */
        if
        :: p=target
        :: p=MAX(storedTail, prefix);
           do :: p<clean+RING && COMMITTED(p) -> p=p+length[AT(p)]; assert(p<=end) :: else -> break od
        fi;
        atomic { came=true; join=p; reached=p; joined=true }
     :: LEFT && ends==NONE ->                        /* findEnd, findTail */
findsEnd:
        p=MAX(storedTail, prefix);
#ifndef ENDS_AT_STORED
        do :: p<clean+RING && COMMITTED(p) -> p=p+length[AT(p)]; assert(p<=end) :: else -> break od;
#endif
        ends=p;
#ifdef ENDS_WITHOUT
        p=0;
        if :: cleaner!=KEEPER -> goto end0 :: else fi
#endif
     :: ends!=NONE && joined && reached>=ends -> joined=false
     :: ends==NONE ->
        atomic { do                                  /* drain, proveConsumed; what is committed stays so */
        :: prefix<(joined -> join : NONE) && prefix<clean+RING && COMMITTED(prefix) ->
           prefix=prefix+length[AT(prefix)];
           assert(prefix<=end)
        :: else -> break
        od;
        if :: joined && join<=prefix && reached>prefix -> prefix=reached :: else fi;
        p=MIN(GATES, prefix); z=clean };
        if :: p>target -> target=p :: else fi;
        do :: z<target -> zeroPart() :: else -> break od
     :: else
     fi;
     atomic { p=0; z=0 };
     assert(cleaner==KEEPER);
     cleaner=0
  od
}

proctype Killer() {
end0:
  do
  :: deaths<DEATHS && !dead && !done -> d_step { deaths++; dead=true }
  :: deaths<DEATHS && !readerDead && came -> d_step { deaths++; readerDead=true }
  od
}

/* When nothing moves any more: all that was committed was read, and the log ends after it. */
proctype Check() {
  timeout;
  assert(dead || done);
  assert(!came || readerDead || reached==end);
  assert(ends==end && !joined)
}

init {
  byte t=0;
  atomic {
    do :: t<RING -> word[t]=ZERO; t++ :: else -> break od;
#ifndef LATE
    joined=true; came=true;
#endif
    run Publisher(); run Subscriber(); run Keeper(); run Killer(); run Check()
  }
}
