/*
 * One thread that sleeps until another one, perhaps of another process, has left something for it: a message, space, a
 * command. A publisher may die at every step; then the keeper wakes the thread that it may have left asleep. README.md names
 * the methods, `run` the constants and the weakened twins. Memory order is left out: jcstress covers it (SleepStress).
 */
#ifndef NP
#define NP 2                /* publishers, each a process with wakers of its own */
#endif
#ifndef NM
#define NM 2                /* messages of each */
#endif
#ifndef DEATHS
#define DEATHS 1
#endif
#ifndef TIMEOUTS
#define TIMEOUTS 1          /* this many sleeps may end by themselves */
#endif
#define KEEPER NP

byte left = 0, taken = 0;   /* messages */
byte sleep = 0;             /* the number of the sleep, times two, and one more while announced */
bool rung = false;          /* the word of the futex */
bool inKernel = false;      /* the thread is in its queue */
chan socket = [1] of { bit };
byte lastRung[NP+1];        /* SleeperWaker.rung: the sleep that each process has ended last */
bool dead[NP], done[NP], buried[NP];
byte deaths = 0, timeouts = 0;

#ifdef SOCKET
#define RING if :: nfull(socket) -> socket!1 :: full(socket) -> skip fi
#define IS_RUNG nempty(socket)
#define NOT_RUNG empty(socket)
#define CLEAR if :: nempty(socket) -> socket?_ :: empty(socket) -> skip fi
#else
#define IS_RUNG rung
#define NOT_RUNG !rung
#ifdef RING_BEHIND_KERNEL
#define RING inKernel=false; rung=true
#else
#define RING rung=true; inKernel=false
#endif
#define CLEAR skip
#endif

/* WakeHandshake.wake, SleeperWaker.wake: after its store */
inline wake(me) {
  seen=sleep;
  if
  :: seen%2==1 && seen!=lastRung[me] -> RING; lastRung[me]=seen
  :: else
  fi
}

proctype Publisher(byte me) {
  byte i=0, seen;
  {
  do
  :: i<NM ->
#ifdef LOOK_BEFORE_COMMIT
     wake(me);
     left++;
#else
     left++;
     wake(me);
#endif
     i++
  :: else -> break
  od;
  done[me]=true
  } unless { dead[me] }
}

proctype Killer() {
  byte k=0;
end0:
  do
  :: deaths<DEATHS && k<NP && !done[k] -> d_step { dead[k]=true; deaths++ }; k++
  :: k<NP -> k++
  :: else -> break
  od
}

/* KeptLog.clientDied */
proctype Keeper() {
  byte k, seen;
end0:
  do
  :: d_step { dead[0] && !buried[0] -> k=0; buried[0]=true };
#ifndef NO_BACKSTOP
     wake(KEEPER)
#endif
#if NP>1
  :: d_step { dead[1] && !buried[1] -> k=1; buried[1]=true };
#ifndef NO_BACKSTOP
     wake(KEEPER)
#endif
#endif
  od
}

/* ThreadWait.sleep; with RESTS: Rest.sleep, which stays announced if it was not woken */
proctype Sleeper() {
  byte number=0;
  bool announced=false, woken;
end0:
  do
  :: taken<left -> taken++
  :: taken>=left ->
     if
     :: !announced ->
#ifndef SAME_NUMBER
        number=number+2;
#endif
#ifdef LOOK_FIRST
        if :: taken<left -> goto next :: else fi;
#endif
#ifdef CLEAR_BEHIND
        sleep=number+1;
        rung=false;
#else
        rung=false;
        sleep=number+1;
#endif
        announced=true;
#ifndef LOOK_FIRST
        if :: taken<left -> goto rise :: else fi
#endif
     :: else
     fi;
     atomic {                                        /* the kernel compares and queues in one step */
       if
       :: IS_RUNG -> woken=true
       :: NOT_RUNG -> inKernel=true; woken=false
       fi
     };
     if
     :: woken -> CLEAR
     :: else ->
end1:   if
#ifdef SOCKET
        :: IS_RUNG -> CLEAR; woken=true
#else
        :: !inKernel -> woken=true
#endif
        :: timeouts<TIMEOUTS -> timeouts++; inKernel=false
        fi
     fi;
#ifdef RESTS
     if :: !woken -> goto next :: else fi;
#endif
rise:
     sleep=number;
     announced=false;
next: skip
  od
}

init {
  atomic {
    run Sleeper(); run Keeper(); run Killer(); run Publisher(0);
#if NP>1
    run Publisher(1)
#endif
  };
  timeout -> assert(taken==left)                     /* no step is possible any more */
}
