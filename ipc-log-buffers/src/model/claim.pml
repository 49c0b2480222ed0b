/*
 * One concurrent log: claim, commit, read, clean, and the driver's actions after the death of a publisher. README.md names
 * the method for each step, `run` the constants and the weakened twins. One step of this model is at most one access to
 * shared memory. Sequentially consistent: memory order is covered by jcstress. Unit of length: one cell of eight bytes.
 */
#ifndef NP
#define NP 2                /* publishers */
#endif
#ifndef EARLY
#define EARLY NP            /* this many exist from the start, the others are added gradually */
#endif
#ifndef SLOTS
#define SLOTS NP            /* publisher slots */
#endif
#ifndef NM
#define NM 2                /* messages of each publisher */
#endif
#ifdef UNEVEN
#define MESSAGES(i) ((i)==0 -> NM : NM-1)
#else
#define MESSAGES(i) NM
#endif
#ifndef NS
#define NS 1                /* subscribers; the first joins at 0, the others at the tail or at the oldest frame */
#endif
#ifndef LEAVES
#define LEAVES 0            /* this many subscribers may be removed */
#endif
#ifndef DEATHS
#define DEATHS 1
#endif
#ifdef MORTAL               /* the publisher that may die */
#define MAY_DIE(i) ((i)==MORTAL)
#else
#define MAY_DIE(i) true
#endif
#ifdef CLOSER               /* the publisher whose handle may be closed */
#define CLOSES(i) ((i)==CLOSER)
#else
#define CLOSES(i) false
#endif
#ifndef ERRORS
#define ERRORS 0            /* this many claims are interrupted by an Error */
#endif
#ifdef FAILING              /* the publisher whose claims they are */
#define MAY_ERR(i) ((i)==FAILING)
#else
#define MAY_ERR(i) true
#endif
#ifndef REGISTERS
#define REGISTERS 1         /* of each handle; with 2 a thread may borrow the second while the first has failed */
#endif
#ifndef L
#define L 3                 /* cells of a term; frames take one or two */
#endif
#ifndef LONGEST
#define LONGEST 2
#endif
#ifndef TERMS
#define TERMS 2
#endif
#ifndef W
#define W 2                 /* window */
#endif
#ifndef RES
#define RES 1               /* reserve */
#endif
#ifndef FAST
#define FAST false          /* whether a claim may begin by the limit cached at the previous claim */
#endif
#ifndef QUESTIONS
#define QUESTIONS 2         /* numbers of questions repeat; with publishers that are added, the third may not be the first */
#endif
#ifndef TAIL_MAX
#define TAIL_MAX 9         /* publishers stop after it: bounds the search if claims become debts again and again */
#endif
#define RING (L*TERMS)
#define NONE 255
#define DRIVER NP
#define AT(p) ((p)%RING)
#define REST(p) (L-(p)%L)
#define MIN(a,b) ((a)<(b) -> (a) : (b))

/* The mapped memory. A cell is a header word, or payload that looks like one: the worst case of user data. */
mtype:word = { FREE, CLAIMED, DATA, PAD };
mtype:word word[RING]; byte owner[RING]; byte length[RING]; byte message[RING];
byte tail = 0, limit = 0, clean = 0, target = 0, question = 0, subscribers = 0;
byte registration[SLOTS], answer[SLOTS], answeredDebt[SLOTS];
byte reached[NS], join[NS];

/* The heap of each publisher's process: lost when it dies. */
byte sequence[NP*REGISTERS], claimPosition[NP*REGISTERS], claimLength[NP*REGISTERS]; bool failed[NP*REGISTERS];
byte debt[2*NP], debtLength[2*NP], slotOf[NP];
bool dead[NP], done[NP], locked[NP], repairing[NP];
bool closed[NP], unseen[NP], safe[NP], released[NP], openClaim[NP]; byte answered[NP];
byte deaths = 0, failures = 0;

/* The keeper's own view. */
mtype:state = { VACANT, LIVING, ENDED, DEAD };
mtype:state state[SLOTS]; byte endTail[SLOTS]; byte added = 0;
byte prefix = 0, least = 0, known[NS]; bool joined[NS]; byte left = 0;
bool open = false; byte askedTail = 0, asked[SLOTS]; bool fruitless = false;

/* The required result. */
byte committed[NP], delivered[NS*NP];

#define COMMITTED(p) (word[AT(p)]==DATA || word[AT(p)]==PAD)
#define WRITABLE(end) ((end) <= clean+RING)
#define PAYABLE(k) (debtLength[k]>0 && WRITABLE(debt[k]+debtLength[k]))
#define INDEBTED(i) (debtLength[2*(i)]>0 || debtLength[2*(i)+1]>0)
#define FIRST(i) (REGISTERS*(i))
#define LAST(i) (REGISTERS*(i)+REGISTERS-1)
#define OTHER(g) ((g)==FIRST(i) -> LAST(i) : FIRST(i))
#define INSIDE(g) ((sequence[g]&1)==1)
#define QUIET(i) (!INSIDE(FIRST(i)) && !INSIDE(LAST(i)) && !INDEBTED(i) && !openClaim[i])
#define TURN(g) sequence[g]=(sequence[g]+1)%4              /* a repetition only delays an answer */
#define STATE(i) state[slotOf[i]]
#ifdef NO_READ_BOUND
#define READABLE(p) true
#else
#define READABLE(p) ((p) < clean+RING)
#endif

/* PublisherLimit: the limit that publishers compute by reading the subscribers' positions themselves. */
#if NS==1
#define READ_TO (joined[0] -> reached[0] : NONE)
#else
#define READ_TO MIN((joined[0] -> reached[0] : NONE), (joined[1] -> reached[1] : NONE))
#endif
#define BELOW_LIMIT (tail<limit || (READ_TO!=NONE && tail<MIN(READ_TO+W, clean+RING-RES)))

inline put(p, what, who, cells, number) {
  word[AT(p)]=what; owner[AT(p)]=who; length[AT(p)]=cells; message[AT(p)]=number
}

/* One step of publisher i, or its death instead; after a step an Error may end the claim: the thread returns and repairs. */
#define DIE atomic { deaths<DEATHS && MAY_DIE(i) -> deaths++; dead[i]=true; goto killed }
#define STEP(what) if :: DIE :: what fi
#if ERRORS==0
#define MAY_FAIL
#else
#define MAY_FAIL if :: atomic { failures<ERRORS && MAY_ERR(i) && !held -> failures++; failed[g]=true; goto again } :: true fi;
#endif

#ifdef NO_DEBTS
#define TOO_FAR false
#else
#define TOO_FAR (!WRITABLE(pos+need))
#endif
#ifdef LIST_AFTER_LEAVING
#define REVERSED true
#else
#define REVERSED false
#endif
#ifdef EVEN_BEFORE_HEADER
#define EARLY_TURN true
#else
#define EARLY_TURN false
#endif

/* Debts.add: a lock guards the list. */
inline addDebt(i, p, cells) {
  d_step {
    if
    :: debtLength[2*i]==0 -> debt[2*i]=p; debtLength[2*i]=cells
    :: else -> assert(debtLength[2*i+1]==0); debt[2*i+1]=p; debtLength[2*i+1]=cells
    fi
  }
}

/* No writer overwrites another. */
inline assertMine(i, p) {
  assert(word[AT(p)]==FREE || (word[AT(p)]==CLAIMED && owner[AT(p)]==i))
}
inline pad(i, p, cells) {
  d_step {
    assertMine(i, p);
    put(p, PAD, DRIVER, cells, 0)
  }
}

/* Debts.repair of a part and LogBuffers.isUncommitted, under the lock of the debts */
#define COVERS(k, p) (debtLength[k]>0 && debt[k]<=(p) && (p)<debt[k]+debtLength[k])
#ifdef REPAIR_UNLOCKED
#define LISTED(i, p) false
#define LOCK(i) skip
#else
#define LISTED(i, p) (COVERS(2*(i), p) || COVERS(2*(i)+1, p))
#define LOCK(i) d_step { !locked[i] -> locked[i]=true }
#endif
inline repairPiece(i, p, cells) {
  LOCK(i);
  if
  :: LISTED(i, p)
  :: !LISTED(i, p) && !WRITABLE(p+cells) -> addDebt(i, p, cells)
  :: !LISTED(i, p) && WRITABLE(p+cells) ->
#ifdef CHECK_RECYCLED_FIRST
     if
     :: target<=p -> if :: !COMMITTED(p) -> addDebt(i, p, cells) :: else fi
     :: else
     fi
#else
     if
     :: !COMMITTED(p) -> if :: target<=p -> addDebt(i, p, cells) :: else fi
     :: else
     fi
#endif
  fi;
  locked[i]=false
}

/* Debts.repairFailed, under its lock: by the returning thread, or the conductor. */
#ifdef REPAIR_OTHER
#define REPAIRED(g) (claimPosition[g]==NONE && INSIDE(OTHER(g)) -> OTHER(g) : g)
#else
#define REPAIRED(g) (g)
#endif
inline repair(i, g, pos, r) {
  d_step { !repairing[i] -> repairing[i]=true };
  if
  :: failed[g] ->
     if
     :: claimPosition[g]!=NONE ->
        pos=claimPosition[g]; r=MIN(claimLength[g], REST(pos));
        repairPiece(i, pos, r);
        if :: r<claimLength[g] -> pos=pos+r; r=claimLength[g]-r; repairPiece(i, pos, r) :: else fi
     :: else
     fi;
     d_step { pos=REPAIRED(g); TURN(pos); failed[g]=false }
  :: else
  fi;
  d_step { repairing[i]=false; pos=0; r=0 }
}

/* A thread that offers (publisher 0, 2: offer; publisher 1: tryClaim, whose claim is announced only up to its header). */
proctype Publisher(byte i) {
  byte pos, need, r, g; bool fast, held;
  g=FIRST(i);
  (slotOf[i]!=NONE);
again:
  atomic { held=false; openClaim[i]=false; pos=0; need=0; r=0;
    if
    :: INSIDE(g) && REGISTERS>1 && !INSIDE(OTHER(g)) -> g=OTHER(g); goto offer    /* as another thread */
    :: INSIDE(g) -> goto broken
    :: else -> goto offer
    fi
  };
broken:
  repair(i, g, pos, r); fast=false;
offer:
  atomic {
    if
    :: committed[i]==MESSAGES(i) || tail>TAIL_MAX || (subscribers==0 && LEAVES>0) -> goto leave
    :: else -> if :: need=1 :: LONGEST>1 -> need=2 fi
    fi
  };
  if                                                 /* the cached limit, or refresh */
  :: DIE
  :: subscribers==0 && LEAVES>0 && !INDEBTED(i) -> goto leave
  :: d_step {
       fast || (!INDEBTED(i) && BELOW_LIMIT && subscribers>0) ->
       claimPosition[g]=NONE; claimLength[g]=need
     }
  fi;
  if
  :: CLOSES(i) ->                                    /* as a plain store may: the announcement is seen after the flag was read */
     STEP(d_step { unseen[i]=true; r=closed[i] });
     STEP(d_step { TURN(g); unseen[i]=false });
     if :: r -> STEP(TURN(g)); goto leave :: else fi
  :: else -> STEP(TURN(g))
  fi;
  MAY_FAIL
add:
  STEP(d_step { pos=tail; tail=tail+need; claimPosition[g]=pos; fast=(FAST && BELOW_LIMIT) });
  MAY_FAIL
  if                                                 /* one read of the clean position decides */
  :: DIE
  :: atomic { TOO_FAR && !REVERSED -> fast=false; addDebt(i, pos, need) }
  :: atomic { TOO_FAR && REVERSED -> fast=false; TURN(g) }; addDebt(i, pos, need); goto again
  :: atomic { !TOO_FAR && need>REST(pos) -> r=REST(pos); pad(i, pos, r); pos=pos+r; r=need-r };
     MAY_FAIL
     STEP(pad(i, pos, r))
  :: atomic { !TOO_FAR && need<=REST(pos) -> if :: EARLY_TURN -> TURN(g) :: else -> goto header fi }; goto header
  fi;
  MAY_FAIL
  if                                                 /* padded (r>0): claims again while inside, or is refused; a debt is refused */
  :: DIE
  :: atomic { r>0 && tail<=TAIL_MAX && !closed[i] && !INDEBTED(i) && BELOW_LIMIT && subscribers>0 -> r=0; goto add }
  :: TURN(g)
  fi;
  goto again;
header:
  STEP(d_step { assert(word[AT(pos)]==FREE); put(pos, CLAIMED, i, need, 0); held=(i==1) });
#ifndef EVEN_BEFORE_HEADER
  if
  :: held && !CLOSES(i) -> TURN(g)
  :: held && CLOSES(i) -> STEP(d_step { openClaim[i]=true; TURN(g) })
  :: else
  fi;
#endif
  MAY_FAIL
  if :: need==2 -> STEP(d_step { assert(word[AT(pos+1)]==FREE); put(pos+1, DATA, i, 1, committed[i]) }) :: else fi;
  MAY_FAIL
  STEP(d_step { assert(word[AT(pos)]==CLAIMED && owner[AT(pos)]==i); put(pos, DATA, i, need, committed[i]); committed[i]++ });
  MAY_FAIL
#ifndef EVEN_BEFORE_HEADER
  if :: !held -> STEP(TURN(g)) :: else fi;
#endif
  goto again;
leave:
  atomic { done[i]=true; pos=0; need=0; r=0; fast=false; held=false };
end0:
  DIE;
killed:
  atomic {
    done[i]=false; pos=0; need=0; r=0; fast=false; held=false;
    unseen[i]=false; openClaim[i]=false; answered[i]=NONE;   /* its heap is lost with it */
    sequence[FIRST(i)]=0; claimPosition[FIRST(i)]=NONE; claimLength[FIRST(i)]=0; failed[FIRST(i)]=false;
    sequence[LAST(i)]=0; claimPosition[LAST(i)]=NONE; claimLength[LAST(i)]=0; failed[LAST(i)]=false;
    g=FIRST(i);
    debt[2*i]=0; debt[2*i+1]=0; debtLength[2*i]=0; debtLength[2*i+1]=0
  }
}

/* ClosingQueue: Appender.close, Safepoint, isQuiet; then the driver is notified, and this handle answers no more. */
#ifdef NO_SAFEPOINT
#define SAFE(i) true
#else
#define SAFE(i) (!unseen[i])
#endif
#ifdef RELEASE_UNQUIET
#define CLOSED_QUIET(i) true
#else
#define CLOSED_QUIET(i) QUIET(i)
#endif

#ifdef REPAIR_UNLOCKED
#define LOCKS skip
#else
#define LOCKS locked[i]=true
#endif

#define HAS_PASSED(g, k) (!INSIDE(g) || sequence[g]!=whenSeen[k])
#if REGISTERS==1
#define ALL_PASSED HAS_PASSED(i, 0)
#else
#define ALL_PASSED (HAS_PASSED(FIRST(i), 0) && HAS_PASSED(LAST(i), 1))
#endif

/* The conductor of a publisher's client: ConcurrentAppender.maintain. (A slow offer answers and pays alike.) */
proctype Conductor(byte i) {
  byte k, p, end, asks, now, low; byte seen=NONE, whenSeen[REGISTERS];
  (slotOf[i]!=NONE);
end0:
  do
  :: d_step { !dead[i] && !locked[i] && PAYABLE(2*i) -> LOCKS; k=2*i; p=debt[k]; end=p+debtLength[k] }; goto pay
  :: d_step { !dead[i] && !locked[i] && PAYABLE(2*i+1) -> LOCKS; k=2*i+1; p=debt[k]; end=p+debtLength[k] }; goto pay
  :: d_step { !dead[i] && !released[i] && question!=answered[i] && (question!=seen || ALL_PASSED) -> asks=question }; goto reply
  :: d_step { CLOSES(i) && !dead[i] && !closed[i] -> closed[i]=true }
  :: d_step { !dead[i] && closed[i] && !safe[i] && SAFE(i) -> safe[i]=true }
  :: d_step { !dead[i] && safe[i] && !released[i] && CLOSED_QUIET(i) -> released[i]=true }
#if ERRORS>0
  :: atomic { failed[FIRST(i)] && !repairing[i] }; repair(i, FIRST(i), p, end)
#if REGISTERS>1
  :: atomic { failed[LAST(i)] && !repairing[i] }; repair(i, LAST(i), p, end)
#endif
#endif
  od;
pay:                                                 /* Debts.pay */
  if
  :: d_step { !dead[i] && p<end -> now=MIN(end-p, REST(p)); assertMine(i, p); put(p, PAD, DRIVER, now, 0); p=p+now; now=0 }; goto pay
  :: d_step { !dead[i] && p>=end -> debt[k]=0; debtLength[k]=0; fruitless=false; locked[i]=false }
  :: dead[i]
  fi;
  goto idle;
reply:                                               /* QuestionAnswerer.answer */
#if REGISTERS==1
  atomic {
    if :: asks!=seen -> seen=asks; whenSeen[0]=sequence[i] :: else fi;
    now=ALL_PASSED
  };
#else
  if :: asks!=seen -> whenSeen[0]=sequence[FIRST(i)]; whenSeen[1]=sequence[LAST(i)]; seen=asks :: else fi;
  now=HAS_PASSED(FIRST(i), 0);
#ifndef OWNER_ONLY
  now=(now && HAS_PASSED(LAST(i), 1));
#endif
#endif
#ifndef ANSWER_BLINDLY
  if :: !now -> asks=0; goto idle0 :: else -> now=0 fi;
#endif
  d_step {
    low=NONE;
#ifndef FORGET_DEBTS
    if :: debtLength[2*i]>0 -> low=debt[2*i] :: else fi;
    if :: debtLength[2*i+1]>0 && debt[2*i+1]<low -> low=debt[2*i+1] :: else fi
#endif
  };
  if
  :: d_step { !dead[i] -> answeredDebt[slotOf[i]]=low; answer[slotOf[i]]=asks; answered[i]=asks }
  :: dead[i]
  fi;
  seen=NONE; whenSeen[0]=0; whenSeen[REGISTERS-1]=0;
idle0:
  skip;
idle:
  atomic { k=0; p=0; end=0; asks=0; now=0; low=0; goto end0 }
}

/* FrameReader, and the poll that stores its position */
proctype Subscriber(byte s) {
  byte rp, o, m, l; mtype:word w;
  {
  (joined[s]);
  rp=join[s];
end:
  do
  :: atomic { READABLE(rp) && COMMITTED(rp) ->
     d_step { w=word[AT(rp)]; o=owner[AT(rp)]; l=length[AT(rp)]; m=message[AT(rp)] }
#ifdef SLOW_READ
     };
#else
     ;
#endif
     d_step {
       if
       :: w==DATA ->
          assert(l==1 || (word[AT(rp+1)]==DATA && owner[AT(rp+1)]==o && message[AT(rp+1)]==m));
          assert(m==delivered[s*NP+o] || (s>0 && delivered[s*NP+o]==0));
          delivered[s*NP+o]=m+1
       :: else
       fi;
       rp=rp+l; reached[s]=rp; w=FREE; o=0; l=0; m=0 /* the keeper models that it is seen late */
     }
#ifndef SLOW_READ
     }
#endif
  od
  } unless { left>s };
  d_step { rp=0; w=FREE; o=0; l=0; m=0 }
}

/* PublisherSlots.add, LogMeta.activatePublisher */
inline add(t) {
  d_step {
    answeredDebt[t]=NONE; answer[t]=question; state[t]=LIVING; slotOf[added]=t; added++;
    answered[added-1]=question; registration[t]=added
  }
}

/* The publishers: a death is detected, a handle is closed, a slot is reused, a publisher is added. */
#define OWNER(t) (registration[t]-1)
#define PROVEN_DEAD(t) (registration[t]!=0 && dead[OWNER(t)])
#ifdef RELEASE_EARLY
#define PASSED(t) true
#else
#define PASSED(t) (least>=endTail[t])
#endif
#define CLOSED(t) (state[t]==LIVING && registration[t]!=0 && released[OWNER(t)])
#ifdef ADD_BY_OTHER
#define ADDS(t) false
#else
#define ADDS(t) (state[t]==VACANT && added<NP)
#endif
#define PUBLISHER_SLOT(t) \
  :: atomic { state[t]==LIVING && PROVEN_DEAD(t) -> state[t]=DEAD; endTail[t]=tail; fruitless=false } \
  :: atomic { state[t]==ENDED && PROVEN_DEAD(t) -> state[t]=DEAD } \
  :: atomic { CLOSED(t) -> state[t]=ENDED; endTail[t]=tail } \
  :: atomic { (state[t]==DEAD || state[t]==ENDED) && PASSED(t) -> state[t]=VACANT; registration[t]=0 } \
  :: ADDS(t) -> add(t)
#define IS_DEAD(t) (state[t]==DEAD)
#define MISSING(t) (asked[t]!=0 && registration[t]==asked[t] && state[t]==LIVING && answer[t]!=question)
#if SLOTS==1
#define HAS_DEAD IS_DEAD(0)
#define MISSES MISSING(0)
#elif SLOTS==2
#define HAS_DEAD (IS_DEAD(0) || IS_DEAD(1))
#define MISSES (MISSING(0) || MISSING(1))
#else
#define HAS_DEAD (IS_DEAD(0) || IS_DEAD(1) || IS_DEAD(2))
#define MISSES (MISSING(0) || MISSING(1) || MISSING(2))
#endif
#ifdef NO_QUESTION
#undef MISSES
#define MISSES false
#endif

#define LIMIT MIN(least+W, clean+RING-RES)

/* KeptLog.leastPosition, without the drain */
inline refresh() {
  d_step {
    s=0; do :: s<NS -> if :: joined[s] -> known[s]=reached[s] :: else fi; s++ :: else -> break od;
    s=0; do :: s<NS -> if :: joined[s] && join[s]<=prefix && known[s]>prefix -> prefix=known[s] :: else fi; s++ :: else -> break od;
#ifdef NO_PREFIX
    least=NONE;
#else
    least=prefix;
#endif
    s=0; do :: s<NS -> if :: joined[s] && known[s]<least -> least=known[s] :: else fi; s++ :: else -> break od;
    if :: least==NONE -> least=prefix :: else fi;
    if :: target<least -> target=least :: else fi;
    if :: limit<LIMIT -> limit=LIMIT :: else fi;      /* a delay here is a delay at the publishers */
    s=0
  }
}
inline activate(x, p) {
  d_step { join[x]=p; reached[x]=p; known[x]=p; joined[x]=true; subscribers++ };
  refresh()                                          /* no step of the keeper is in between */
}
#if NS==1
#define MOVED (joined[0] && known[0]!=reached[0])
#define LATEST_JOIN (joined[0] -> join[0] : NONE)
#define STANDER(x,p) ((x) > (p) -> (x) : NONE)
#define NEXT_STANDER(p) MIN(STANDER(prefix,p), (joined[0] -> STANDER(known[0],p) : NONE))
#else
#define MOVED ((joined[0] && known[0]!=reached[0]) || (joined[1] && known[1]!=reached[1]))
#define LATEST_JOIN (joined[1] -> join[1] : (joined[0] -> join[0] : NONE))
#define STANDER(x,p) ((x) > (p) -> (x) : NONE)
#define NEXT_STANDER(p) MIN(STANDER(prefix,p), MIN((joined[0] -> STANDER(known[0],p) : NONE), (joined[1] -> STANDER(known[1],p) : NONE)))
#endif
#define DEAD_CLAIM(p) (word[AT(p)]==CLAIMED && STATE(owner[AT(p)])==DEAD)
/* After an answer that says "your position is my debt", the same question is useful again when that debt is paid. */
#define UNCLAIMED(p) (word[AT(p)]==FREE && !fruitless && !(open && MISSES))
#ifdef NEVER
#define STANDS(p) false
#else
#define STANDS(p) (HAS_DEAD && (p)<clean+RING && (p)<tail && (DEAD_CLAIM(p) || UNCLAIMED(p)))
#endif

/* The keeper: one thread, the steps of KeptLog.cycle in any order, each with any delay. */
proctype Keeper() {
  byte t, s, p, end, next, low;
end0:
  do
  PUBLISHER_SLOT(0)
#if SLOTS>1
  PUBLISHER_SLOT(1)
#endif
#if SLOTS>2
  PUBLISHER_SLOT(2)
#endif
#if NS>1
  :: !joined[1] -> if :: activate(1, tail) :: activate(1, target) fi
#endif
#if LEAVES>0
  :: left==0 -> d_step { left=1; joined[0]=false; subscribers-- }; refresh()
#endif
  :: MOVED -> refresh()
  :: prefix<LATEST_JOIN && prefix<clean+RING && COMMITTED(prefix) -> prefix=prefix+length[AT(prefix)]; refresh()  /* CommittedPrefix.drain */
#ifdef CLEAN_TO_TAIL
  :: target<tail -> target=tail
#endif
  :: clean<target ->                                 /* Cleaner.clean */
#ifdef CLEAN_BEFORE_ZERO
     clean++;
     d_step { put(clean-1, FREE, 0, 0, 0) }
#else
     d_step { put(clean, FREE, 0, 0, 0) };
     d_step { clean++; if :: limit<LIMIT -> limit=LIMIT :: else fi }
#endif
  :: STANDS(prefix) -> p=prefix; goto unblock
  :: joined[0] && STANDS(known[0]) -> p=known[0]; goto unblock
#if NS>1
  :: joined[1] && STANDS(known[1]) -> p=known[1]; goto unblock
#endif
  od;
unblock:                                             /* Unblocker.unblock(p) */
  if
  :: DEAD_CLAIM(p) -> d_step { put(p, PAD, DRIVER, length[AT(p)], 0) }
  :: word[AT(p)]==FREE && !open ->                   /* Question.ask */
#ifdef T_AFTER_SLOTS
     d_step { t=0; do :: t<SLOTS -> asked[t]=registration[t]; t++ :: else -> t=0; break od };
     askedTail=tail;
     question=(question+1)%QUESTIONS;
#else
#ifdef T_AFTER_QUESTION
     d_step { t=0; do :: t<SLOTS -> asked[t]=registration[t]; t++ :: else -> t=0; break od };
     question=(question+1)%QUESTIONS;
     askedTail=tail;
#else
     askedTail=tail;
     d_step { t=0; do :: t<SLOTS -> asked[t]=registration[t]; t++ :: else -> t=0; break od };
     question=(question+1)%QUESTIONS;
#endif
#endif
     open=true
  :: word[AT(p)]==FREE && open && !MISSES ->         /* Unblocker.padUnclaimed */
     d_step {
       open=false;
       low=NONE;
       t=0;
       do
       :: t<SLOTS ->
          if :: asked[t]!=0 && registration[t]==asked[t] && state[t]==LIVING -> low=MIN(low, answeredDebt[t]) :: else fi;
          t++
       :: else -> t=0; break
       od;
       end=MIN(askedTail, low);
     end=MIN(end, clean+RING);
#ifndef NO_STANDER_STOP
     end=MIN(end, NEXT_STANDER(p));
#endif
     end=MIN(end, p+REST(p));
#if EARLY==NP
       question=0; t=0; do :: t<NP -> if :: !dead[t] -> answered[t]=0 :: else fi; answer[slotOf[t]]=0; t++ :: else -> t=0; break od;
#endif
       askedTail=0;                                  /* these are not read any more: fewer states */
       do :: t<SLOTS -> asked[t]=0; answeredDebt[t]=NONE; t++ :: else -> t=0; break od
     };
     d_step { next=p; do :: next<end && word[AT(next)]==FREE -> next++ :: else -> break od };
     d_step {
       if
       :: next>p -> assert(word[AT(p)]==FREE); put(p, PAD, DRIVER, next-p, 0)
       :: else -> fruitless=(low==p && word[AT(p)]==FREE)
       fi;
       end=0; next=0; low=0
     }
  :: else
  fi;
  p=0;
  goto end0
}

/* The same step on another thread, to show that the order "the tail, then the slots" is sufficient by itself. */
proctype Adder() {
  byte t;
  do
  :: added<NP ->
     t=0; do :: t<SLOTS && state[t]!=VACANT -> t++ :: else -> break od;
     add(t)
  :: else -> break
  od
}

/* When no step is possible any more: everything is delivered, no reader is stuck, and no living process waits. */
proctype Check() {
  byte k;
  timeout;
  d_step {
    assert(least==tail);
    k=0;
    do
    :: k<NP ->
       assert(dead[k] || done[k]);
       assert(!joined[0] || delivered[k]==committed[k]);
       k++
    :: else -> break
    od
  }
}

init {
  byte t;
  atomic {
    t=0; do :: t<NP*REGISTERS -> claimPosition[t]=NONE; t++ :: else -> break od;
    t=0; do :: t<NP -> slotOf[t]=NONE; t++ :: else -> break od;
    t=0; do :: t<SLOTS -> state[t]=VACANT; t++ :: else -> break od;
    t=0; do :: t<EARLY -> add(t); t++ :: else -> break od;
    t=0; do :: t<RING -> word[t]=FREE; t++ :: else -> break od;
    limit=LIMIT; joined[0]=true; subscribers=1;
    t=0; do :: t<NP -> run Publisher(t); run Conductor(t); t++ :: else -> break od;
    t=0; do :: t<NS -> run Subscriber(t); t++ :: else -> break od;
    run Keeper(); run Check();
#ifdef ADD_BY_OTHER
    run Adder()
#endif
  }
}
