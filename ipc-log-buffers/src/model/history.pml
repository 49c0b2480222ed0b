/*
 * A log and its history on disk. A historian gates: it writes blocks of whole frames, then marks them as written, and then
 * reports its position; it may die at every step and is continued by name. The holder of the cleaner's place announces a
 * target that no gating subscriber has yet to read, and zeroes up to it. A reader that does not gate switches to the history
 * if the target has passed it, and rejoins the log at the history's end; with GATES it wants to gate once it has read a live
 * message, and the keeper lets it. README.md names the methods, `run` the weakened twins. Sequentially consistent. All
 * frames take one cell.
 */
#ifndef RING
#define RING 2
#endif
#ifndef TAIL_MAX
#define TAIL_MAX 5
#endif
#ifndef DEATHS
#define DEATHS 2            /* of historians */
#endif
#ifndef DROPS
#define DROPS 0             /* blocks that a historian with a full disk leaves out */
#endif
#define BLOCK 2             /* frames in a block at most */
#define FREE 255            /* no message */
#define AT(p) ((p)%RING)

byte cell[RING];                                     /* the position, as the message */
byte tail=0, clean=0, target=0;
bool placed=false;                                   /* the cleaner's place is taken */

byte disk[TAIL_MAX+2];                               /* the kept messages, in this order */
byte kept=0;                                         /* the end of the last whole block */
bool dropped[TAIL_MAX+2]; byte drops=0;

byte keptTo=0;                                       /* the historian's slot: its position */
byte reached=0;                                      /* the reader's: its position, */
bool wish=false, gates=false;                        /* whether it wants to gate, and does */
bool killed=false;

#define COMMITTED(p) ((p)<tail && (p)<clean+RING)

proctype Publisher() {
end:
  do
  :: d_step { tail<TAIL_MAX && tail<clean+RING -> assert(cell[AT(tail)]==FREE); cell[AT(tail)]=tail; tail++ }
  od
}

#define JOBS (clean<target || target<keptTo || (keeps && wish && !gates))
/* The keeper, or a subscriber or publisher that cleans. */
proctype Cleaner(bool keeps) {
  byte least;
end:
  do
  :: d_step { !placed && JOBS -> placed=true };
#ifndef GATES_OUTSIDE
     if                                              /* the keeper lets a reader gate that is not overrun yet */
     :: keeps && wish && !gates ->
#ifdef GATES_BLINDLY
        gates=true
#else
        if :: d_step { reached>=target -> gates=true } :: reached<target fi
#endif
     :: !keeps || !wish || gates
     fi;
#endif
     least=keptTo;
     if :: d_step { gates && reached<least -> least=reached } :: !gates || reached>=least fi;
     do                                              /* arbitrarily lazy */
     :: least>target+1 -> least--
     :: break
     od;
     if :: least>target -> target=least :: else fi;
     do
     :: d_step { clean<target -> cell[AT(clean)]=FREE; clean++ }
     :: clean>=target -> break
     od;
     atomic { least=0; placed=false }
#ifdef GATES_OUTSIDE
  :: keeps && wish && !gates && reached>=target -> gates=true
#endif
  od
}

proctype Historian() {
  byte p, n;
restart:
  {
  d_step {                                           /* SegmentWriter.open: cuts off everything after the last whole block */
    n=kept; do :: n<TAIL_MAX+2 -> disk[n]=FREE; n++ :: else -> break od;
    n=0;
    p=keptTo                                         /* it continues at the position of its name in the log */
  };
end:
  do
  :: COMMITTED(p) ->
     assert(cell[AT(p)]==p);                         /* it gates */
#ifndef KEEPS_AGAIN
     if :: p<kept -> p++; goto acknowledge :: p>=kept fi;                /* SegmentWriter.append skips it */
#endif
     if
     :: d_step { drops<DROPS -> drops++; disk[p]=FREE; dropped[p]=true; p++ }; goto acknowledge
     :: true
     fi;
     n=0;
#ifdef ACKNOWLEDGES_FIRST
     keptTo=p+1;
#endif
#ifdef END_FIRST
     kept=p+1;
#endif
     do                                              /* the block's bytes, and then the word that marks them as written */
     :: n<BLOCK && COMMITTED(p) ->
#ifdef KEEPS_AGAIN
        disk[kept+n]=cell[AT(p)]; n++; p++
#else
        disk[p]=cell[AT(p)]; n++; p++
#endif
     :: n>0 -> break
     od;
#ifdef KEEPS_AGAIN
     kept=kept+n;
#else
     kept=p;
#endif
     n=0;
acknowledge:
     keptTo=p
  od
  } unless { atomic { killed -> killed=false } };     /* its segments stay, and its position in the slot of its name */
  goto restart
}

proctype Death() {
  byte deaths=0;
end:
  do
  :: d_step { deaths<DEATHS && !killed -> deaths++; killed=true }
  od
}

/* A subscription of policy CATCH_UP, with GATES of policy BLOCK. */
proctype Reader() {
  byte p=0, t=0, v, n;
past:                                                /* SegmentReplay: the first kept message from here on */
#ifndef END_BEFORE_TARGET
  n=kept;
#endif
read:
  atomic { v=p; do :: v<n && disk[v]==FREE && dropped[v] -> v++ :: else -> break od };
  if
  :: v==p && p<n -> d_step { v=disk[p]; assert(v==p); p++; v=0 }; reached=p; goto read
  :: (v!=p || p>=n) && p>=t -> goto live             /* no more is kept: the log has the next one */
  :: (v!=p || p>=n) && p<t ->                        /* overrun, and not kept: it is notified of the exact loss */
     d_step {
       if :: v>=n || v>t -> v=t :: else fi;
       do :: p<v -> assert(dropped[p]); p++ :: else -> break od;
       v=0
     };
     reached=p; goto past
  fi;
live:
  atomic { v=0; n=0 };
#ifdef END_BEFORE_TARGET
  n=kept;
#endif
end:
  if
  :: gates -> goto gating
  :: COMMITTED(p) || target>p
  fi;
#ifdef LOOKS_FIRST
  t=target;
#endif
  v=cell[AT(p)];                                     /* OverrunReader: the copy, and then the check */
#ifndef LOOKS_FIRST
  t=target;
#endif
  if :: t>p -> v=0; goto past :: t<=p fi;
  assert(v==p);
  p++;
  reached=p;
#ifdef GATES
  if :: !wish -> wish=true :: wish fi;
#endif
  goto live;

gating:                                              /* in place, without a check */
end2:
  COMMITTED(p) || target>p;
  d_step { assert(target<=p); assert(cell[AT(p)]==p); p++ };
  reached=p;
  goto gating
}

/* When no step is possible any more: everything was published, and the reader has read every position, or was notified of its loss. */
proctype Check() {
  timeout;
  assert(tail==TAIL_MAX && keptTo==TAIL_MAX && reached==TAIL_MAX);
#ifdef GATES
  assert(gates || !wish)
#endif
}

init {
  byte k;
  atomic {
    for (k : 0 .. RING-1) { cell[k]=FREE }
    for (k : 0 .. TAIL_MAX+1) { disk[k]=FREE }
    run Publisher(); run Cleaner(true); run Cleaner(false); run Historian(); run Death(); run Reader(); run Check()
  }
}
