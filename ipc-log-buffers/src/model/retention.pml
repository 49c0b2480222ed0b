/*
 * A log that has ended: the keeper releases it when it has no reader, the conductor retains it, a subscription from the
 * oldest message makes the keeper keep it again, and when its time is over its files are deleted. The driver's thread does
 * all that; in the model its two parts exchange requests and answers through queues, so that any step of either may come
 * between, and more schedules are checked than it has. The driver may die between any two steps, and the next one adopts
 * what it finds. README.md names the methods, `run` the weakened twins. Sequentially consistent.
 */
#ifndef NR
#define NR 2                /* subscriptions that begin at the oldest message */
#endif
#ifndef DEATHS
#define DEATHS 2            /* of drivers */
#endif
#define END 2               /* messages */

mtype = { AGAIN, ADD, SLOT, LET_GO, FINISHED };

/* Files. */
bool files=true;
bool slot[NR]; byte pos[NR];

/* Clients. */
bool asked[NR], told[NR], gone[NR];                  /* gone: it got no slot, and will get none */

/* The driver's knowledge; lost when it dies. */
bool kept=false;                                     /* by the keeper */
bool indexed=false, retained=false;                  /* by the conductor */
bool received[NR];
bool adopted=false, killed=false;
chan toKeeper=[NR+1] of { mtype, byte };
chan toConductor=[2*NR+2] of { mtype, byte };

bool over=false;                                     /* its time */

#define READ (!slot[0] && !slot[NR-1])

proctype Client(byte r) {
  asked[r]=true;
end:
  do
  :: d_step { slot[r] && pos[r]<END -> assert(files); pos[r]++ }       /* the message that is read exists */
  od
}

proctype Environment() {
  byte deaths;
end:
  do
  :: !over -> over=true
  :: atomic { deaths<DEATHS && !killed -> deaths++; killed=true }
  od
}

proctype Keeper() {
  byte r;
restart:
  {
  (adopted);
end:
  do
  :: atomic { toKeeper?AGAIN(r) ->                   /* StreamRegistry.reopen */
       kept=true; slot[r]=true; pos[r]=0; toConductor!SLOT(r) }
  :: atomic { toKeeper?ADD(r) ->                     /* StreamRegistry.tryToAdd */
       if
#ifndef ADDED_UNKEPT
       :: !kept && READ -> toConductor!LET_GO(r)
       :: else ->
#else
       :: true ->
#endif
          slot[r]=true; pos[r]=0; toConductor!SLOT(r)
       fi }
  :: d_step { kept && slot[0] && pos[0]==END -> slot[0]=false; told[0]=true }             /* KeptLog.end */
  :: d_step { kept && slot[NR-1] && pos[NR-1]==END -> slot[NR-1]=false; told[NR-1]=true }
#ifdef LET_GO_UNREAD
  :: atomic { kept -> kept=false; toConductor!FINISHED(0) }
#else
  :: atomic { kept && READ -> kept=false; toConductor!FINISHED(0) }    /* LogKeeper.tryToKeep */
#endif
  od
  } unless { killed };
  r=0;
  (!killed);
  goto restart
}

proctype Conductor() {
  byte r;
restart:
  {
  if                                                 /* Adoption.adopt */
  :: files -> d_step { indexed=true; kept=true }
  :: else -> d_step { slot[0]=false; slot[NR-1]=false }
  fi;
  adopted=true;
work:
  r=0;
end:
  if
  :: asked[0] && !received[0] && !told[0] && !gone[0] && !slot[0] -> r=0; received[r]=true; goto ask
  :: asked[NR-1] && !received[NR-1] && !told[NR-1] && !gone[NR-1] && !slot[NR-1] -> r=NR-1; received[r]=true; goto ask
  :: toConductor?FINISHED(r) -> goto take
  :: toConductor?LET_GO(r) -> goto ask
  :: toConductor?SLOT(r) -> goto work
  :: over && retained -> goto delete
  fi;

ask:                                                 /* StreamRegistry.logsToRead, askForSlot */
  if
  :: retained ->
     indexed=true;
     toKeeper!AGAIN(r);
#ifndef RETAINED_WHILE_READ
     retained=false
#endif
  :: !retained && indexed -> toKeeper!ADD(r)
  :: !retained && !indexed -> assert(over); gone[r]=true               /* it is deleted only when its time is over */
  fi;
  goto work;

take:                                                /* RetainedLogs.take, LogKeeper.onFinished */
  retained=true;
  indexed=false;
  goto work;

delete:                                              /* RetainedLogs.doWork, LogRemoval.doWork */
  retained=false;
  files=false;                                       /* the meta file first: without it the rest is not a log */
  goto work
  } unless { killed };
  atomic {
    do :: toKeeper?AGAIN(r) :: toKeeper?ADD(r) :: empty(toKeeper) -> break od;
    do :: toConductor?SLOT(r) :: toConductor?LET_GO(r) :: toConductor?FINISHED(r) :: empty(toConductor) -> break od;
    received[0]=false; received[NR-1]=false;
    kept=false; indexed=false; retained=false; adopted=false; killed=false
  };
  goto restart
}

/* When no step is possible any more: each subscription that asked in time has read everything, and the files are gone. */
proctype Check() {
  byte k;
  timeout;
  d_step {
    k=0; do :: k<NR -> assert(told[k] || gone[k]); assert(!slot[k]); k++ :: else -> break od;
    assert(!files)
  }
}

init {
  byte r;
  atomic {
    for (r : 0 .. NR-1) { run Client(r) }
    run Environment(); run Keeper(); run Conductor(); run Check()
  }
}
