/*
 * The cleaning of one log: by gating subscribers, after their own steps; by the keeper; and by publishers if both are late.
 * All take the cleaner's place by one compare-and-set. Publishers, subscribers and drivers may die at every step; a stopped one
 * is modeled as a late one. A subscriber joins meanwhile, or inherits the slot of a dead one; another subscriber never
 * gates; the log ends. claim.pml models the search for the claim of a dead publisher. README.md names the methods, `run` the
 * constants and the weakened twins. Sequentially consistent. All frames take one cell.
 */
#ifndef NP
#define NP 2                /* publishers */
#endif
#ifndef NS
#define NS 2                /* slots of subscribers that gate: the first is taken from the start, the other later */
#endif
#ifndef HEIRS
#define HEIRS 0             /* 1: a dead subscriber had a name, and another of that name continues in its slot */
#endif
#ifndef RING
#define RING 3
#endif
#ifndef CHUNK
#define CHUNK 2             /* cells that a publisher cleans at once */
#endif
#ifndef TAIL_MAX
#define TAIL_MAX 6
#endif
#ifndef DEATHS
#define DEATHS 1            /* of the first publisher, or with READER_DIES of the first subscriber */
#endif
#ifndef DRIVERS
#define DRIVERS 2           /* one after the other; 0: no driver keeps the log */
#endif
#ifndef DROPS
#define DROPS 1             /* subscribers that do not gate */
#endif
#define RES 1               /* both publishers may claim below the same limit */
#define AT(p) ((p)%RING)
#define NONE 255
#define KEEPER 254
#define MIN(a,b) ((a)<(b) -> (a) : (b))
#define READER(k) (NP+1+(k))                         /* its registration; publisher i has i+1 */
#define SLOT(k) ((k)<NS -> (k) : 0)

mtype = { FREE, CLAIMED, DATA };
mtype word[RING]; byte value[RING];                  /* value: the position, as the message */
byte tail=0, clean=0, target=0, cleaner=0, endAt=NONE;
byte holder[NS], join[NS], reached[NS];              /* the slots */
bool dead[NP+NS+HEIRS], done[NP]; byte claimed[NP];
bool killed=false, came=false;

#define COMMITTED(p) (word[AT(p)]==DATA)
#define OUT_OF_CLEAN (tail>=clean+RING-RES)
#define LEAST MIN((holder[0]!=0 -> reached[0] : NONE), (holder[NS-1]!=0 -> reached[NS-1] : NONE))
#define MAY_CLEAN (cleaner==0 && (clean<target || (target<MIN(LEAST, tail) && COMMITTED(target))))

inline put(p, w, v) { word[AT(p)]=w; value[AT(p)]=v }

/* Cleaner.clean: by the holder of the place. A claim is never zeroed, nor a log that has ended. */
inline zero(from, to, mayStop) {
  do
#ifdef CLEAN_FIRST
  :: d_step { from<to -> from++; clean=from };
     d_step { assert(word[AT(from-1)]!=CLAIMED); put(from-1, FREE, NONE) }
#else
  :: d_step { from<to -> assert(word[AT(from)]!=CLAIMED && endAt==NONE); put(from, FREE, NONE) };
     d_step { from++; clean=from }
#endif
  :: from>=to || mayStop -> break
  od
}

proctype Publisher(byte i) {
  byte pos, least=0, t, z;
  {
  skip;
again:
  atomic { pos=0; t=0; z=0 };
  if
  :: tail>=TAIL_MAX -> goto leave
  :: tail<TAIL_MAX && !OUT_OF_CLEAN
  :: tail<TAIL_MAX && OUT_OF_CLEAN && MAY_CLEAN -> goto late
  fi;
  d_step { pos=tail; claimed[i]=pos; tail++ };       /* ConcurrentAppender.claim */
  d_step { assert(word[AT(pos)]==FREE); put(pos, CLAIMED, pos) };
  d_step { assert(word[AT(pos)]==CLAIMED && value[AT(pos)]==pos); put(pos, DATA, pos); claimed[i]=NONE };
  goto again;
late:                                                /* LateCleaning.cleanChunk */
#ifdef NO_PLACE
  skip;
#else
  if
  :: d_step { cleaner==0 -> cleaner=i+1 }
  :: cleaner!=0 -> goto again
  fi;
#endif
  if :: clean<target -> t=target; goto zeros :: else fi;
  d_step {                                           /* PublisherLimit.leastPosition, FrameReader.walk */
    least=(LEAST==NONE -> tail : LEAST);
    t=target;
#ifdef NO_WALK
    t=MIN(least, target+CHUNK);
#else
    do
    :: t<least && t<target+CHUNK && t<clean+RING && COMMITTED(t) -> assert(value[AT(t)]==t); t++
    :: else -> break
    od;
#endif
    least=0
  };
  if :: t==target -> goto free :: else fi;
#ifndef ANNOUNCE_LATE
  target=t;
#endif
zeros:
  z=clean;
  zero(z, t, false);
#ifdef ANNOUNCE_LATE
  target=t;
#endif
free:
#ifdef NO_PLACE
  skip;
#else
  assert(cleaner==i+1);
  cleaner=0;
#endif
  goto again;
leave:
  done[i]=true
  } unless { dead[i] }
}

#ifdef READER_DIES
#define MORTAL NP
#define LIVES_ON false
#else
#define MORTAL 0
#define LIVES_ON done[0]
#endif
proctype Death() {
end:
  if :: !LIVES_ON -> dead[MORTAL]=true :: LIVES_ON fi
}

#ifdef TARGET_BEYOND
#define HAS_READ(s) true
#else
#define HAS_READ(s) (holder[s]==0 || reached[s]>=t)
#endif
#ifdef NO_JOIN
#define PROVES(s) (holder[s]!=0)
#else
#define PROVES(s) (holder[s]!=0 && join[s]<=target)
#endif
#define IS_CONSUMED (HAS_READ(0) && HAS_READ(NS-1) && (PROVES(0) || PROVES(NS-1)))  /* PublisherLimit */
#define CHUNK_DUE (cleaner==0 && (clean<target || target<rp))
#define HAS_OWN_SLOT (holder[SLOT(k)]==READER(k))
proctype Subscriber(byte k) {
  byte rp, t, z;
end0:
  HAS_OWN_SLOT;
  rp=join[SLOT(k)];
  {
  skip;
end:
  do
  :: d_step {
       rp<clean+RING && COMMITTED(rp) -> assert(value[AT(rp)]==rp && HAS_OWN_SLOT);
       rp++; reached[SLOT(k)]=rp
     };
     if                                              /* it checks after each position that it stores */
     :: true
     :: d_step { CHUNK_DUE -> cleaner=READER(k) };
#ifndef END_UNSEEN
        if :: endAt==NONE :: else -> goto back fi;   /* after the end it may have lost its slot, and the place with it */
#endif
        atomic {
          if
          :: clean<target -> t=target                /* announced by an earlier cleaner */
          :: else ->                                 /* one of the positions that it stored itself */
             t=rp;
             do :: t>target+1 && t>join[SLOT(k)]+1 -> t-- :: break od;
             if :: t>target && IS_CONSUMED :: else -> goto back fi
          fi
        };
#ifndef ANNOUNCE_LATE
        if :: t>target -> assert(endAt==NONE); target=t :: else fi;
#endif
        z=clean;
        zero(z, t, true);                            /* it may give the place back before it reaches the target */
#ifdef ANNOUNCE_LATE
        target=MIN(t, clean);
#endif
        assert(cleaner==READER(k));
back:
#ifdef BACK_BLINDLY
        cleaner=0;
#else
        if :: d_step { cleaner==READER(k) -> cleaner=0 } :: cleaner!=READER(k) fi;
#endif
        d_step { t=0; z=0 }
     fi
  od
  } unless { dead[NP+k] };
  d_step { rp=0; t=0; z=0 }
}
/* OverrunReader: the header, the check, the copy, the check */
proctype Dropper() {
  byte rp, v; mtype w;
end:
  do
  :: rp<clean+RING && rp<tail ->
     w=word[AT(rp)];
     if
     :: target>rp -> rp=target
     :: else ->
        if
        :: w!=DATA
        :: else ->
           v=value[AT(rp)];
           if :: target>rp -> rp=target :: else -> assert(v==rp); rp++ fi
        fi
     fi;
     w=FREE; v=0
  od
}

#define IS_READER(c) ((c)>NP && (c)!=KEEPER)
#define HAS_SLOT(c) (holder[0]==(c) || holder[NS-1]==(c))
#define IS_ONE(c) ((c)!=0 && (c)!=KEEPER)
#if defined(NOT_PROVEN)
#define PROVEN(c) IS_ONE(c)
#elif defined(READER_NOT_PROVEN)
#define PROVEN(c) (IS_ONE(c) && (IS_READER(c) || dead[(c)-1]))
#else
#define PROVEN(c) (IS_ONE(c) && (dead[(c)-1] || (IS_READER(c) && !HAS_SLOT(c))))
#endif
#define PAD_DUE(i) (dead[i] && claimed[i]!=NONE)
#define JOIN_DUE (!came)
#define ALL_LEFT ((done[0] || dead[0]) && (done[NP-1] || dead[NP-1]))
#define DRAINED(s) (endAt!=NONE && holder[s]!=0 && reached[s]>=endAt)
#define CLEANING_JOBS (endAt==NONE && (target<MIN(LEAST, tail) || clean<target))
#define HAS_JOBS (JOIN_DUE || CLEANING_JOBS || PROVEN(cleaner) || PAD_DUE(0) || (endAt==NONE && ALL_LEFT))
#define HEIR_DUE (dead[NP] && holder[0]==READER(0))

/* KeptLog.cycle, KeptLog.addSubscriber */
proctype Keeper() {
  byte least, prefix, known, knownTarget, t;
restart:
  {
  atomic { known=clean; knownTarget=target; prefix=target };
idle:
  atomic { least=0; t=0 };
#ifdef JOINS_WITHOUT
  if
  :: JOIN_DUE -> t=target; reached[NS-1]=t; join[NS-1]=t; d_step { holder[NS-1]=READER(NS-1); came=true }; goto idle
  :: skip
  fi;
#endif
end:
  if
  :: HEIR_DUE && HEIRS==0 -> holder[0]=0; goto idle  /* SubscriberSlots.free, handOver: outside the place */
  :: HEIR_DUE && HEIRS==1 -> join[0]=reached[0]; holder[0]=READER(NS); goto idle
#ifdef END_OUTSIDE
  :: endAt==NONE && ALL_LEFT -> endAt=tail; goto idle
#endif
  :: DRAINED(0) -> holder[0]=0; goto idle
  :: NS>1 && DRAINED(NS-1) -> holder[NS-1]=0; goto idle
#ifdef FREES_LIVING
  :: cleaner==READER(0) && holder[0]!=0 -> holder[0]=0; goto idle
#endif
  :: d_step {                                        /* Cleaner.tryTake */
       HAS_JOBS && (cleaner==0 || cleaner==KEEPER || PROVEN(cleaner)) -> cleaner=KEEPER
     }
  fi;
#ifndef NO_SYNC
  d_step { known=clean; knownTarget=target };
#endif
#ifndef PREFIX_KEPT
  if :: prefix<target -> prefix=target :: else fi;
#endif
  if                                                 /* Unblocker.unblock */
  :: d_step { PAD_DUE(0) -> put(claimed[0], DATA, claimed[0]); claimed[0]=NONE }
  :: else
  fi;
#ifndef JOINS_WITHOUT
  if
  :: JOIN_DUE ->                                     /* KeptLog.addSubscriber: the oldest, or the tail */
     if :: t=target :: t=tail fi;
     d_step { reached[NS-1]=t; join[NS-1]=t };
     d_step { holder[NS-1]=READER(NS-1); came=true };
     t=0; goto free
  :: skip
  fi;
#endif
#ifndef END_OUTSIDE
  if
  :: endAt==NONE && ALL_LEFT -> endAt=tail           /* LogMaintenance.end: it stays unchanged from here on */
  :: else
  fi;
#endif
  if :: endAt!=NONE -> goto free :: else fi;
  d_step {
    least=LEAST;
    do                                               /* CommittedPrefix.drain; it never reads recycled memory */
    :: prefix<clean+RING && prefix<tail && COMMITTED(prefix) -> assert(value[AT(prefix)]==prefix); prefix++
    :: else -> break
    od;
    least=MIN(least, prefix)
  };
  if                                                 /* FlowControl.cleaningTarget: arbitrarily lazy */
  :: knownTarget<least -> if :: knownTarget=least :: knownTarget++ fi; target=knownTarget
  :: skip
  fi;
  zero(known, knownTarget, false);
free:
  assert(cleaner==KEEPER);
  cleaner=0;
  goto idle
  } unless { atomic { killed -> killed=false } };      /* the next driver */
  goto restart
}

proctype Driver() {
  byte lives=1;
end:
  do
  :: lives<DRIVERS && !killed -> d_step { lives++; killed=true }
  od
}

/* When no step is possible any more: living publishers have finished, all gating subscribers have read everything, and so the slots are free. */
proctype Check() {
  byte k;
  timeout;
  d_step {
    k=0; do :: k<NP -> assert(dead[k] || done[k]); k++ :: else -> break od;
    k=0; do :: k<NS -> assert(holder[k]==0 || reached[k]==tail); k++ :: else -> break od;
    assert(cleaner==0 || cleaner==KEEPER);           /* the last driver but one died there */
    assert(DRIVERS==0 || (endAt==tail && holder[0]==0 && holder[NS-1]==0));
    k=0
  }
}

init {
  byte t;
  atomic {
    t=0; do :: t<RING -> word[t]=FREE; value[t]=NONE; t++ :: else -> break od;
    t=0; do :: t<NP -> claimed[t]=NONE; t++ :: else -> break od;
#ifdef NOBODY_GATES
    came=(DRIVERS==0);                               /* no subscriber at first, and one joins if there is a driver */
#else
    holder[0]=READER(0);
    came=(NS==1);
#endif
    t=0; do :: t<NP -> run Publisher(t); t++ :: else -> break od;
    t=0; do :: t<NS+HEIRS -> run Subscriber(t); t++ :: else -> break od;
    if :: DROPS>0 -> run Dropper() :: else fi;
    if :: DEATHS>0 -> run Death() :: else fi;
    if :: DRIVERS>0 -> run Keeper(); run Driver() :: else fi;
    run Check()
  }
}
