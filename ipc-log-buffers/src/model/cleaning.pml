/*
 * Who cleans one concurrent log: the keeper, and publishers where it is late. All take the cleaner's place by one
 * compare-and-set. Publishers die and the driver is replaced at every step; to be stopped is to be late. A subscriber joins
 * meanwhile, another is never waited for. How the claim of a dead publisher is found is claim.pml's part. README.md names the
 * methods, `run` the constants and the weakened twins. Sequentially consistent. All frames take one cell.
 */
#ifndef NP
#define NP 2                /* publishers */
#endif
#ifndef NS
#define NS 2                /* subscribers that gate: the first from the start, the others come when they like */
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
#define DEATHS 1            /* of publishers */
#endif
#ifndef DRIVERS
#define DRIVERS 2           /* one after the other; 0: nobody keeps the log */
#endif
#ifndef DROPS
#define DROPS 1             /* subscribers that do not gate */
#endif
#define RES 1               /* both publishers may claim below the same limit */
#define AT(p) ((p)%RING)
#define NONE 255
#define KEEPER 254
#define MIN(a,b) ((a)<(b) -> (a) : (b))

mtype = { FREE, CLAIMED, DATA };
mtype word[RING]; byte value[RING];                  /* value: the position, as the message */
byte tail=0, clean=0, target=0, cleaner=0;
bool joined[NS]; byte join[NS], reached[NS];
bool dead[NP], done[NP]; byte claimed[NP];
bool killed=false;

#define COMMITTED(p) (word[AT(p)]==DATA)
#define OUT_OF_CLEAN (tail>=clean+RING-RES)
#define LEAST MIN((joined[0] -> reached[0] : NONE), (joined[NS-1] -> reached[NS-1] : NONE))
#define MAY_CLEAN (cleaner==0 && (clean<target || (target<MIN(LEAST, tail) && COMMITTED(target))))

inline put(p, w, v) { word[AT(p)]=w; value[AT(p)]=v }

/* TermCleaner.clean: whoever has the place. A claim is never zeroed. */
inline zero(from, to) {
  do
  :: d_step { from<to -> assert(word[AT(from)]!=CLAIMED); put(from, FREE, NONE) };
     d_step { from++; clean=from }
  :: from>=to -> break
  od
}

proctype Publisher(byte i) {
  byte pos, least=0, s, t, z;
  {
  skip;
again:
  atomic { pos=0; least=0; s=0; t=0; z=0 };
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
  least=NONE; s=0;
  do                                                 /* PublisherLimit.leastPosition */
  :: s<NS -> if :: joined[s] -> least=MIN(least, reached[s]) :: else fi; s++
  :: s>=NS -> break
  od;
  if :: least==NONE -> least=tail :: else fi;
  t=target;
#ifdef NO_WALK
  t=MIN(least, target+CHUNK);
#else
  do
  :: t<least && t<target+CHUNK && t<clean+RING && COMMITTED(t) -> assert(value[AT(t)]==t); t++
  :: else -> break
  od;
#endif
  if :: t==target -> goto free :: else fi;
#ifndef ANNOUNCE_LATE
  target=t;
#endif
zeros:
  z=clean;
  zero(z, t);
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

proctype Death() {
  byte i;
  if :: i=0 :: i=NP-1 fi;
end:
  if :: !done[i] -> dead[i]=true :: done[i] fi
}

proctype Subscriber(byte s) {
  byte rp;
end0:
  (joined[s]);
  rp=join[s];
end:
  do
  :: rp<clean+RING && COMMITTED(rp) -> assert(value[AT(rp)]==rp); rp++; reached[s]=rp
  od
}

/* DroppingReader: the header, the look, the copy, the look */
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

#define PROVEN(c) ((c)!=0 && (c)!=KEEPER && dead[(c)-1])
#ifdef NOT_PROVEN
#undef PROVEN
#define PROVEN(c) ((c)!=0 && (c)!=KEEPER)
#endif
#define HAS_JOBS ((NS>1 && !joined[NS-1]) || target<MIN(LEAST, tail) || clean<target || PROVEN(cleaner) || PAD_DUE(0) || (NP>1 && PAD_DUE(NP-1)))
#define PAD_DUE(i) (dead[i] && claimed[i]!=NONE)

/* KeptLog.cycle, KeptLog.addSubscriber */
proctype Keeper() {
  byte least, prefix, known, knownTarget, s, i, t;
restart:
  {
  atomic { known=clean; knownTarget=target; prefix=target };
idle:
  atomic { least=0; s=0; i=0; t=0 };
#ifdef JOINS_WITHOUT
  if
  :: NS>1 && !joined[NS-1] -> t=target; reached[NS-1]=t; join[NS-1]=t; joined[NS-1]=true; goto idle
  :: skip
  fi;
#endif
end:
  if                                                 /* CleanersPlace.tryTake */
  :: d_step { HAS_JOBS && (cleaner==0 || cleaner==KEEPER || PROVEN(cleaner)) -> cleaner=KEEPER }
  fi;
#ifndef NO_SYNC
  known=clean; knownTarget=target;
#endif
#ifndef PREFIX_KEPT
  if :: prefix<target -> prefix=target :: else fi;
#endif
  i=0;
  do                                                 /* Unblocker.unblock */
  :: i<NP -> if :: d_step { PAD_DUE(i) -> put(claimed[i], DATA, claimed[i]); claimed[i]=NONE } :: else fi; i++
  :: i>=NP -> break
  od;
#ifndef JOINS_WITHOUT
  if
  :: NS>1 && !joined[NS-1] ->                        /* KeptLog.addSubscriber: the oldest, or the tail */
     if :: t=target :: t=tail fi;
     d_step { reached[NS-1]=t; join[NS-1]=t };
     joined[NS-1]=true;
     t=0; goto free
  :: skip
  fi;
#endif
  least=NONE; s=0;
  do
  :: s<NS -> if :: joined[s] -> least=MIN(least, reached[s]) :: else fi; s++
  :: s>=NS -> break
  od;
  do                                                 /* CommittedPrefix.drain; it never reads what was recycled */
  :: prefix<clean+RING && prefix<tail && COMMITTED(prefix) -> assert(value[AT(prefix)]==prefix); prefix++
  :: else -> break
  od;
  least=MIN(least, prefix);
  if                                                 /* FlowControl.cleaningTarget: as lazy as it likes */
  :: knownTarget<least -> if :: knownTarget=least :: knownTarget++ fi; target=knownTarget
  :: skip
  fi;
  zero(known, knownTarget);
free:
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

/* When nothing moves any more: living publishers came to their end, and all that gate have read it. */
proctype Check() {
  byte k;
  timeout;
  d_step {
    k=0; do :: k<NP -> assert(dead[k] || done[k]); k++ :: else -> break od;
    k=0; do :: k<NS -> assert(!joined[k] || reached[k]==tail); k++ :: else -> break od;
    k=0
  }
}

init {
  byte t;
  atomic {
    t=0; do :: t<RING -> word[t]=FREE; value[t]=NONE; t++ :: else -> break od;
    t=0; do :: t<NP -> claimed[t]=NONE; t++ :: else -> break od;
#ifndef NOBODY_GATES
    joined[0]=true;
#endif
    t=0; do :: t<NP -> run Publisher(t); t++ :: else -> break od;
    t=0; do :: t<NS -> run Subscriber(t); t++ :: else -> break od;
    if :: DROPS>0 -> run Dropper() :: else fi;
    if :: DEATHS>0 -> run Death() :: else fi;
    if :: DRIVERS>0 -> run Keeper(); run Driver() :: else fi;
    run Check()
  }
}
