/*
 * The places of a named subscription: its holder dies, the name is vacant in each log, the next one of the name takes it
 * over, or its lease ends. The driver's thread does all that; in the model its two parts are processes with
 * a queue between, so that more schedules are checked than it has. The driver may die between any two steps of either, also
 * while it adopts. One log exists from the start, another is made at any time. Each registration has a client
 * of its own. The remains of a request to a dead driver are treated as those of a client that died: a client that asks again
 * has another registration. README.md names the methods, `run` the weakened twins. Sequentially consistent.
 */
#ifndef NR
#define NR 2                /* registrations 1 to NR, one after the other */
#endif
#ifndef DEATHS
#define DEATHS 2            /* of drivers */
#endif
#ifndef TAIL_MAX
#define TAIL_MAX 1          /* messages of each log */
#endif
#define NL 2
#define NS 2                /* slots of a log */
#define SLOT(l, k) ((l)*NS+(k))

mtype = { KEEP, ADD, REMOVE, PUBLISH, DIED, THEN, READY, FORGET, CLEARED };

/* Files. */
bool noted[NR+1];                                    /* names/ */
bool folder[NR+1];                                   /* of the client, with the note of its subscription */
bool subscribed[NR+1];                               /* that note */
bool made[NL], begun[NL];
byte tail[NL], target[NL];
byte reg[NL*NS], pos[NL*NS]; bool vacant[NL*NS];

/* Clients. */
bool asked[NR+1], ready[NR+1], dead[NR+1];

/* The driver's knowledge; lost when it dies. */
byte holder=0, predecessor=0, vacancy=0;
bool adopted=false, killed=false;
chan toKeeper=[6] of { mtype, byte, byte, byte };
chan toConductor=[4] of { mtype, byte };

/* The promise: until the lease of the last holder is over, nothing after `reached` is cleaned or skipped. */
byte lastReady=0, over=0, reached[NL];
#define PROMISED (lastReady!=0 && over<lastReady)
#define LASTING(r) (ready[r] || predecessor!=0)

#define FIND(l, r) (reg[SLOT(l,0)]==(r) -> 0 : (reg[SLOT(l,1)]==(r) -> 1 : NS))
#define STANDS(l, k) (reg[SLOT(l,k)]==0 || pos[SLOT(l,k)]>target[l])
#define IS_VACANT(r) ((reg[0]==(r) && vacant[0]) || (reg[1]==(r) && vacant[1]) || (reg[2]==(r) && vacant[2]) || (reg[3]==(r) && vacant[3]))

inline put(l, k, r, p, v) { reg[SLOT(l,k)]=r; pos[SLOT(l,k)]=p; vacant[SLOT(l,k)]=v }
inline free(l, k) { put(l, k, 0, 0, false) }

/* SubscriberSlots.add: at the tail. */
inline give(l, r, v) {
  k=FIND(l, 0);
  assert(k<NS);
  put(l, k, r, tail[l], v)
}

/* SubscriberSlots.handOver */
inline handOver(l, from, to) {
  k=FIND(l, to);
  if
  :: k==NS && FIND(l, from)<NS -> k=FIND(l, from); reg[SLOT(l,k)]=to; vacant[SLOT(l,k)]=false
  :: else
  fi
}

inline remove(l, r) {
  k=FIND(l, r);
  if :: k<NS -> free(l, k) :: else fi
}

#define READS(l, r) FIND(l, r)<NS && pos[SLOT(l, FIND(l, r))]<tail[l]
inline read(l, r) {
  d_step {
    if
    :: READS(l, r) ->
       assert(pos[SLOT(l, FIND(l, r))]>=target[l]);  /* the message that it reads is not cleaned */
       pos[SLOT(l, FIND(l, r))]++;
       reached[l]=pos[SLOT(l, FIND(l, r))]
    :: else
    fi
  }
}

/* FlowControl.cleaningTarget */
#define CLEANS(l) begun[l] && target[l]<tail[l] && STANDS(l, 0) && STANDS(l, 1)
inline clean(l) {
  d_step {
    if
    :: CLEANS(l) ->
       target[l]++;
       assert(!PROMISED || target[l]<=reached[l])    /* no unread message is cleaned */
    :: else
    fi
  }
}

proctype Publisher(byte l) {
end:
  do
  :: atomic { begun[l] && tail[l]<TAIL_MAX -> tail[l]++ }
  od
}

proctype Client(byte r) {
  {
  atomic { asked[r-1] -> asked[r]=true; folder[r]=true };
  (ready[r]);
end:
  do
  :: READS(0, r) -> read(0, r)
  :: READS(1, r) -> read(1, r)
  od
  } unless { dead[r] }
}

#define KEPT(r) (noted[r] || IS_VACANT(r))
proctype Environment() {
  byte r;
end:
  do
  :: atomic { r<NR && asked[r+1] -> r++; dead[r]=true }               /* each client dies eventually */
  :: d_step { over<1 && KEPT(1) -> over=1 }
#if NR>2
  :: d_step { over<2 && KEPT(2) -> over=2 }
#endif
  :: d_step { over<NR && KEPT(NR) -> over=NR }
  od
}

proctype Driver() {
  byte deaths;
end:
  do
  :: atomic { deaths<DEATHS && !killed -> deaths++; killed=true }
  od
}

inline rest() { d_step { l=0; k=0; r=0; p=0 } }

proctype Keeper() {
  byte l, k, r, p;
restart:
  {
  (adopted);
end:
  do
  :: atomic { toKeeper?KEEP(l, r, p) ->              /* Names.tryToKeep */
       k=FIND(l, r);
       if :: k<NS -> vacant[SLOT(l,k)]=true :: else -> give(l, r, true) fi; rest() }
  :: atomic { toKeeper?ADD(l, r, p) ->               /* StreamRegistry.tryToAdd */
       k=NS;
       if :: p!=0 -> handOver(l, p, r) :: else -> k=FIND(l, r) fi;
       if :: k==NS -> give(l, r, false) :: else fi; rest() }
  :: atomic { toKeeper?REMOVE(l, r, p) -> remove(l, r); rest() }
  :: atomic { toKeeper?PUBLISH(l, r, p) -> begun[l]=true; rest() }
  :: atomic { toKeeper?DIED(l, r, p) ->              /* KeptLog.clientDied */
       for (l : 0 .. NL-1) {
         k=FIND(l, r);
#ifdef FREES_VACANT
         if :: k<NS -> free(l, k) :: else fi
#else
         if :: k<NS && !vacant[SLOT(l,k)] -> free(l, k) :: else fi
#endif
       }
       toConductor!CLEARED(r); rest() }
  :: atomic { toKeeper?THEN(l, r, p) ->              /* Names.giveUpDue */
       if :: p==0 -> toConductor!READY(r) :: else -> toConductor!FORGET(r) fi; rest() }
  :: CLEANS(0) -> clean(0)
  :: CLEANS(1) -> clean(1)
  od
  } unless { killed };
  rest();
  (!killed);
  goto restart
}

/* Each part of Conductor.doWork; a full queue makes it wait, which does not exist in the code. */
proctype Conductor() {
  byte l, k, r, other;
restart:
  {
  goto adoption;
work:
  atomic { l=0; k=0; r=0; other=0 };
end:
  if
  :: atomic { vacancy!=0 && vacancy<=over -> r=vacancy }; goto giveUp
  :: atomic { holder!=0 && dead[holder] -> r=holder }; goto bury
  :: atomic { r<NR && holder==0 && asked[r+1] && !ready[r+1] && !dead[r+1] -> r++ }; goto admit
  :: atomic { r+1<NR && holder==0 && asked[r+2] && !ready[r+2] && !dead[r+2] -> r=r+2 }; goto admit
#ifdef TWO_HOLDERS
  :: atomic { asked[NR] && !ready[NR] && !dead[NR] && holder!=NR -> r=NR }; goto admit
#endif
  :: !made[1] -> goto make
  :: toConductor?READY(r) -> goto answer
  :: toConductor?FORGET(r) -> noted[r]=false; goto work
  :: toConductor?CLEARED(r) -> subscribed[r]=false; folder[r]=false; goto work
  fi;

giveUp:                                              /* Names.giveUpDue */
  atomic {                                           /* a request in vain counts as no request */
#ifndef KEPT_FOREVER
    toKeeper!REMOVE(0, r, 0);
    if :: made[1] -> toKeeper!REMOVE(1, r, 0) :: else fi;
#endif
    toKeeper!THEN(0, r, 1);
    vacancy=0
  };
  goto work;

bury:                                                /* StreamRegistry.removeClient, Names.vacate */
#ifndef NOT_NOTED
  if :: LASTING(r) -> noted[r]=true :: else fi;
#endif
#ifdef FORGOTTEN_EARLY
  if :: predecessor!=0 -> noted[predecessor]=false :: else fi;
#endif
  atomic {
    if
    :: LASTING(r) ->
       toKeeper!KEEP(0, r, 0);
       if :: made[1] -> toKeeper!KEEP(1, r, 0) :: else fi;
       vacancy=r
    :: else
    fi;
#if !defined(FORGOTTEN_EARLY) && !defined(NEVER_FORGOTTEN)
    if :: predecessor!=0 -> toKeeper!THEN(0, predecessor, 1) :: else fi;
#endif
    predecessor=0; holder=0;
    toKeeper!DIED(0, r, 0)
  };
  goto work;

admit:                                               /* StreamRegistry.admit, addSubscription */
#ifdef FORGOTTEN_FIRST
  if :: vacancy!=0 -> noted[vacancy]=false :: else fi;
#endif
  atomic {
    holder=r; predecessor=vacancy; vacancy=0;
    toKeeper!ADD(0, r, predecessor);
    if :: made[1] -> toKeeper!ADD(1, r, predecessor) :: else fi;
    toKeeper!THEN(0, r, 0)
  };
  goto work;

answer:                                              /* StreamRegistry.onImagesTold */
  if :: holder!=r -> goto work :: else fi;
  subscribed[r]=true;
#ifndef NEVER_FORGOTTEN
  if :: predecessor!=0 -> noted[predecessor]=false :: else fi;
#endif
  if
  :: atomic { !dead[r] ->
       for (l : 0 .. NL-1) {
         k=FIND(l, r);
         assert(!begun[l] || k<NS);                  /* it reads each log */
         assert(!begun[l] || !PROMISED || pos[SLOT(l,k)]==reached[l]);  /* neither a gap nor a repetition */
         if :: k<NS -> reached[l]=pos[SLOT(l,k)] :: else -> reached[l]=0 fi
       }
       for (l : 1 .. NR) { assert(!ready[l] || dead[l]) }              /* one living holder */
       lastReady=r; ready[r]=true }
  :: dead[r] -> ready[r]=true
  fi;
  goto work;

make:                                                /* StreamRegistry.onCreated */
  atomic {
    made[1]=true;
    if :: holder!=0 -> toKeeper!ADD(1, holder, predecessor) :: else fi;
#ifndef NO_PLACE
    if :: vacancy!=0 -> toKeeper!KEEP(1, vacancy, 0) :: else fi;
#endif
    toKeeper!PUBLISH(1, 0, 0)
  };
  goto work;

adoption:                                            /* Adoption.run; a mark may be repeated */
  skip;
  d_step {
    holder=0; predecessor=0; vacancy=0; l=0; k=0; r=0; other=0;
    do                                               /* the notes of subscriptions */
    :: r<NR ->
       r++;
       if
       :: subscribed[r] && noted[r] -> subscribed[r]=false
       :: subscribed[r] && !noted[r] && folder[r] -> assert(holder==0 || holder==r); holder=r
       :: else
       fi
    :: r==NR -> break
    od;
    if :: made[1] && !begun[1] -> made[1]=false; free(1, 0); free(1, 1) :: else fi;
    do                                               /* the slots of each log */
    :: l<NL && k<NS ->
       r=reg[SLOT(l,k)];
       if
       :: r!=0 && (noted[r] || vacant[SLOT(l,k)]) -> vacant[SLOT(l,k)]=true
       :: r!=0 && !noted[r] && !vacant[SLOT(l,k)] && folder[r] -> assert(holder==0 || holder==r); holder=r
       :: r!=0 && !noted[r] && !vacant[SLOT(l,k)] && !folder[r] -> free(l, k)
       :: r==0
       fi;
       k++
    :: l<NL && k==NS -> l++; k=0
    :: l==NL -> break
    od;
    l=0
  };
  r=0;
  do                                                 /* Adoption.adopt, join: the earlier of two is dropped */
  :: r<NR ->
     r++;
     if
#ifdef OWN_NOTE
     :: KEPT(r) ->
#else
     :: KEPT(r) && holder!=r ->                      /* otherwise it is removed again */
#endif
        if
        :: holder==0 -> other=vacancy; vacancy=r
        :: holder!=0 -> other=r
        fi;
#ifndef NOT_JOINED
        l=0;
        do
        :: other!=0 && l<NL ->
           atomic {
             if
             :: holder!=0 -> handOver(l, other, holder)
             :: holder==0 ->
                handOver(l, other, vacancy);
                if :: k<NS -> vacant[SLOT(l,k)]=true :: else fi
             fi;
             remove(l, other); k=0; l++
           }
        :: else -> break
        od;
        if :: other!=0 -> noted[other]=false; other=0 :: else fi
#else
        other=0
#endif
     :: else
     fi
  :: r==NR -> break
  od;
  adopted=true;
  goto work
  } unless { killed };
  atomic {                                           /* a client that waits for an answer gives up */
    do :: toKeeper?KEEP(l, k, r) :: toKeeper?ADD(l, k, r) :: toKeeper?REMOVE(l, k, r) :: toKeeper?PUBLISH(l, k, r)
       :: toKeeper?DIED(l, k, r) :: toKeeper?THEN(l, k, r) :: empty(toKeeper) -> break od;
    do :: toConductor?READY(r) :: toConductor?FORGET(r) :: toConductor?CLEARED(r) :: empty(toConductor) -> break od;
    for (r : 1 .. NR) { if :: asked[r] && !ready[r] -> dead[r]=true; ready[r]=true :: else fi }
    adopted=false; killed=false
  };
  goto restart
}

/* When no step is possible any more: all clients are dead, all leases are over, and nothing is left of the name. */
proctype Check() {
  byte k;
  timeout;
  d_step {
    for (k : 0 .. NL*NS-1) { assert(reg[k]==0) }     /* no slot gates */
    for (k : 1 .. NR) { assert(!noted[k]) }          /* no note stays */
    assert(target[0]==tail[0] && target[1]==tail[1])
  }
}

init {
  byte r;
  atomic {
    asked[0]=true; made[0]=true; begun[0]=true;
    for (r : 1 .. NR) { run Client(r) }
    for (r : 0 .. NL-1) { run Publisher(r) }
    run Environment(); run Driver(); run Keeper(); run Conductor(); run Check()
  }
}
