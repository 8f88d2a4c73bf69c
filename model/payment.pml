/*
 * The payments of one order: workers of companions on one database, the operator, the network, the shopper, the merchant, the clock.
 * docs/model.md explains it, and scripts/checkModel.ts runs it.
 *
 * Each `atomic` of a worker that changes `payment` is one transaction of the database. What a worker reads outside is a step of its own.
 * A `move` is the only place in which a payment changes its status. It names the event that it writes to the history:
 * modelTransitions.ts reads these lines, and compares the code and recorded histories with them.
 * A worker can end at each CRASH: what it knew is lost, and what was committed stays.
 *
 * Options (-D): PAYMENTS and WORKERS, at most 3 each; CRASHES; WEBHOOKS; FORGED (callbacks, how many); CORRECTED (a declined transaction
 * becomes debited); CONTRARY (the operator carries out what it refuses); REFERENCES (the payer submits one); PERSON (resolutions, refunds,
 * a refresh); and one BREAK_…, a fault that the check must find.
 */

#ifndef PAYMENTS
#define PAYMENTS 2
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
#ifndef FORGED
#define FORGED 0
#endif

/* A payment of 2 units; each refund is of 1 unit. */
#define AMOUNT 2

/* The status of a payment. */
mtype { absent, created, sending, pending, unresolved, failed, completed };
/* The operator's transaction. */
mtype { none, asked, declined, debited };
/* The status is declined, the details say debited. */
mtype { contradicted };
/* The operator's answer to an initiation, as packages/server/src/core/operator/outcome.ts reads it. */
mtype { accepted, refused, refusedForNow, neverSent, unknown };
/* Events of the history that have no name above. */
mtype { not_sent, outcome_unknown };

/* `failed` may be wrong where the operator corrects or contradicts itself, or somebody else knows a callback address. */
#if defined(CORRECTED) || defined(CONTRARY) || FORGED
#define CAN_MISLEAD true
#else
#define CAN_MISLEAD false
#endif

/* Webhooks, one bit each. */
#define UNRESOLVED 1
#define FAILED 2
#define COMPLETED 4

typedef Payment {
  mtype status = absent;
  /* The worker that took the lease last, from 1. An older holder writes nothing: the fencing token. */
  byte fence;
  bit leased;
  /* A status check is planned, for now or later: next_check_at. Of a leased payment: somebody asked for another check meanwhile. */
  bit due;
  bit cooled;
  /* The transaction whose serverCorrelationId is known, and the one that paid the payment, from 1. */
  byte bound;
  byte paidBy;
  /* The transactions that callbacks named, one bit each. */
  byte named;
  bit received;
  bit notReceived;
  bit differs;
  byte outbox;
  byte refunds;
};

Payment payment[PAYMENTS];
byte opened;
bit overpaid;

/* What others know or did. No crash changes it. */
mtype transaction[PAYMENTS] = none;
byte requests[PAYMENTS];
bit callbackDue[PAYMENTS];
bit callbackLost[PAYMENTS];
byte owed[PAYMENTS];
byte shop[PAYMENTS];
byte crashes;

#define IN1(p, a) (payment[p].status == a)
#define IN2(p, a, b) (IN1(p, a) || IN1(p, b))
#define IN3(p, a, b, c) (IN2(p, a, b) || IN1(p, c))

/* An expression for all payments, and for any. */
#if PAYMENTS == 1
#define ANY(has) (has(0))
#define ANY_OTHER(p, has) false
#define NEWEST 0
#elif PAYMENTS == 2
#define ANY(has) (has(0) || has(1))
#define ANY_OTHER(p, has) ((p != 0 && has(0)) || (p != 1 && has(1)))
#define NEWEST (payment[1].status != absent -> 1 : 0)
#else
#define ANY(has) (has(0) || has(1) || has(2))
#define ANY_OTHER(p, has) ((p != 0 && has(0)) || (p != 1 && has(1)) || (p != 2 && has(2)))
#define NEWEST (payment[2].status != absent -> 2 : (payment[1].status != absent -> 1 : 0))
#endif

/* The rules of packages/server/src/core/rules/attemptPolicy.ts. */
#define isPaid(p) (IN1(p, completed) || payment[p].received)
#define blocks(p) (isPaid(p) || (payment[p].differs && !payment[p].notReceived))
#define isUnderWay(p) (IN1(p, created) || (IN1(p, sending) && payment[p].leased))
#define isStopped(p) (IN1(p, pending) && !payment[p].due && !payment[p].leased)
#define needsReview(p) (IN1(p, unresolved) || isStopped(p) || payment[p].differs)
#define hasEnded(p) (IN1(p, failed) || payment[p].notReceived)
#ifdef BREAK_NEWEST_DECIDES
#define isBlocked (blocks(NEWEST) || isUnderWay(NEWEST))
#else
#define isBlocked (ANY(blocks) || ANY(isUnderWay))
#endif
#define mayFollow (hasEnded(NEWEST) || payment[NEWEST].cooled)

/* Whether transaction t has completed another payment, or its serverCorrelationId is another payment's. */
#define hasSpent(other, t) (payment[other].paidBy == t + 1)
#define hasBound(other, t) (payment[other].bound == t + 1)
#if PAYMENTS == 1
#define isSpent(p, t) (p != 0 && hasSpent(0, t))
#define isBoundElsewhere(p, t) (p != 0 && hasBound(0, t))
#elif PAYMENTS == 2
#define isSpent(p, t) ((p != 0 && hasSpent(0, t)) || (p != 1 && hasSpent(1, t)))
#define isBoundElsewhere(p, t) ((p != 0 && hasBound(0, t)) || (p != 1 && hasBound(1, t)))
#else
#define isSpent(p, t) ((p != 0 && hasSpent(0, t)) || (p != 1 && hasSpent(1, t)) || (p != 2 && hasSpent(2, t)))
#define isBoundElsewhere(p, t) ((p != 0 && hasBound(0, t)) || (p != 1 && hasBound(1, t)) || (p != 2 && hasBound(2, t)))
#endif
#ifdef BREAK_TRANSACTION_PAYS_TWICE
#define isTaken(p, t) false
#define isBoundTo(p, t) false
#else
#define isTaken(p, t) isSpent(p, t)
#define isBoundTo(p, t) isBoundElsewhere(p, t)
#endif

/* Whether a callback came before the answer. In the former shape of the code, a statement before the transaction had read it. */
#ifdef BREAK_CALLBACKS_READ_BEFORE
#define calledBack (seen != 0)
#else
#define calledBack (payment[p].named != 0)
#endif
#ifdef BREAK_REFUSED_IS_FAILED
#define isContradicted false
#else
#define isContradicted calledBack
#endif

#ifdef BREAK_NO_FENCE
#define holds(p) (me != 0)
#else
#define holds(p) (payment[p].fence == me)
#endif

/* Changes the status, and writes the event and the webhook. The caller has checked the guard, in the same transaction. */
inline move(it, event, from, to, webhook) {
  assert(from);
  payment[it].status = to;
#ifdef WEBHOOKS
  owed[it] = owed[it] | webhook;
#endif
#if defined(WEBHOOKS) && !defined(BREAK_NO_OUTBOX_ROW)
  payment[it].outbox = payment[it].outbox | webhook;
#endif
}

/* Invariant 3: only a transaction that the operator has debited completes a payment, and it completes one. */
inline complete(it, by, from) {
  move(it, completed, from, completed, COMPLETED);
  payment[it].paidBy = by + 1; payment[it].differs = 0;
  assert(transaction[by] == debited && !isSpent(it, by));
  overpaid = overpaid || ANY_OTHER(it, isPaid)
}

/* An event of a payment that was never sent. */
inline failUnsent(it, from) {
  move(it, not_sent, from, failed, FAILED);
  payment[it].leased = 0; payment[it].due = 0;
  assert(transaction[it] == none && requests[it] == 0)
}

/* A callback is stored. It changes no status: it makes the status check due, unless it repeats what completed the payment. */
inline storeCallback(it, by) {
  if
  :: !IN1(it, absent) ->
    payment[it].named = payment[it].named | (1 << by);
#ifdef BREAK_TRUST_CALLBACK
    if
    :: IN3(it, pending, unresolved, failed) -> complete(it, by, IN3(it, pending, unresolved, failed))
    :: else
    fi
#else
    payment[it].due = payment[it].due || IN3(it, pending, unresolved, failed) || (IN1(it, completed) && payment[it].paidBy != by + 1)
#endif
  :: else
  fi
}

/* The worker ends. An alternative to its next step. */
#define CRASH atomic { crashes < CRASHES -> crashes++; letGo(p); goto rest }

/* The worker works on this payment no more. The number itself has no meaning, so forget it (fewer states). */
inline letGo(it) {
  if
  :: holds(it) -> payment[it].fence = 0
  :: else
  fi
}

/* Gives the lease back, with the next check. A check that was asked for meanwhile stays due. */
inline release() {
  if
  :: holds(p) && payment[p].leased ->
#ifdef BREAK_RELEASE_FORGETS
     payment[p].due = again;
#else
     payment[p].due = payment[p].due || again;
#endif
     payment[p].leased = 0
  :: else
  fi;
  letGo(p)
}

/* A person must look at the payment. */
inline flag() {
  if
  :: !payment[p].differs -> payment[p].differs = 1; payment[p].notReceived = 0
  :: else
  fi
}

/* The schedule of status checks goes on, or it has ended. */
inline checkAgain() {
  if
  :: again = 1
  :: true
  fi
}

/* It is not asked about again, unless a callback came meanwhile. */
inline rejectCallback() {
  if
  :: !payment[p].due -> payment[p].named = payment[p].named & ~(1 << t)
  :: else
  fi
}

/* Only the status of its own transaction fails a payment. What callbacks name is asked about first. */
inline fail() {
  move(p, failed, IN1(p, pending), failed, FAILED);
  payment[p].differs = payment[p].received;
  assert(t == p)
}

inline completeBy() {
  complete(p, t, IN3(p, pending, unresolved, failed));
  payment[p].bound = (payment[p].bound -> payment[p].bound : t + 1)
}

/* rules/decisions/evidence.ts, named.ts, paid.ts: what the status of transaction t means for payment p. */
inline decideEvidence() {
  if
  :: !holds(p) || IN2(p, created, sending) -> seen = 0
#ifdef BREAK_COMPLETED_ENDS_CHECK
  :: holds(p) && IN1(p, completed) -> seen = 0
#else
  /* A second transaction: a person looks. */
  :: holds(p) && IN1(p, completed) ->
     if
     :: answer == debited && payment[p].paidBy != t + 1 && !isBoundTo(p, t) && !isTaken(p, t) -> flag(); rejectCallback()
     :: else
     fi
#endif
  :: else ->
     if
     :: payment[p].bound == t + 1 ->
        if
        :: answer == debited && !isTaken(p, t) -> completeBy()
        :: answer == debited && isTaken(p, t) -> flag(); checkAgain()
        :: answer == declined && IN1(p, pending) && !payment[p].differs -> fail()
        :: answer == contradicted && IN1(p, pending) -> flag(); checkAgain()
        :: else
        fi
     /* Callbacks named another one. */
     :: payment[p].bound != t + 1 && ((payment[p].named >> t) & 1) ->
        if
        :: isBoundTo(p, t) -> rejectCallback()
        :: !isBoundTo(p, t) && answer == debited && !isTaken(p, t) -> completeBy()
        :: !isBoundTo(p, t) && answer == debited && isTaken(p, t) -> rejectCallback()
        /* It fails nothing. */
        :: !isBoundTo(p, t) && answer == declined -> rejectCallback()
        :: !isBoundTo(p, t) && answer == contradicted -> flag(); checkAgain()
        :: else
        fi
     :: else
     fi
  fi
}

/* Nothing was sent, and while this worker has the lease nothing will be. */
inline decideNotSent() {
  if
  :: IN1(p, created) && holds(p) -> failUnsent(p, IN1(p, created))
  :: IN1(p, sending) && holds(p) -> failUnsent(p, IN1(p, sending))
  :: else
  fi;
  letGo(p)
}

/* The page is told that the payment is completed. Nobody may see that before it is committed. */
inline tell(isPaidNow) {
  assert(!(isPaidNow) || IN1(p, completed))
}

/* A callback that names a transaction can show what became of the request. */
inline leaveUnresolved(isNamed) {
  move(p, outcome_unknown, IN2(p, created, sending), unresolved, UNRESOLVED);
  payment[p].leased = 0; payment[p].due = isNamed
}

/* rules/decisions/lapsed.ts: the process that was about to send, or was sending, has ended. */
inline decideLapsed() {
  if
  :: !holds(p) || !IN2(p, created, sending)
  :: holds(p) && IN1(p, created) ->
     if
     /* On SQLite, soon after its opening. */
     :: failUnsent(p, IN1(p, created))
     /* Else the database may lack that it was sent. */
     :: leaveUnresolved(payment[p].named != 0)
     fi
  :: holds(p) && IN1(p, sending) -> leaveUnresolved(payment[p].named != 0)
  fi
}

inline takeLease(i) {
  atomic {
    payment[i].due && !payment[i].leased ->
    p = i; was = payment[i].status; seen = (payment[i].bound -> 1 << (payment[i].bound - 1) : 0);
    payment[i].leased = 1; payment[i].fence = me; payment[i].due = 0;
    goto check
  }
}

inline takeWebhook(i) {
  atomic { payment[i].outbox -> p = i; t = payment[i].outbox; goto deliver }
}

/* A worker: it serves requests, checks statuses and delivers webhooks, one after the other. */
proctype Worker(byte me) {
  byte p;
  byte t;
  mtype was;
  mtype answer;
  bit repeated;
  /* The transactions that this status check still asks about, one bit each. */
  byte seen;
  bit again;

rest:
  atomic { p = 0; t = 0; was = 0; answer = 0; repeated = 0; seen = 0; again = 0 };
end:
  do
  /* The shopper presses: rules/opening.ts. */
  :: atomic {
       opened < PAYMENTS && (opened == 0 || (!isBlocked && mayFollow)) ->
       /* An order that is paid, or that a person must decide about, is not paid again. */
       assert(!ANY(blocks));
       p = opened;
       opened++;
       move(p, created, IN1(p, absent), created, 0);
       payment[p].fence = me; payment[p].leased = 1; payment[p].due = 0;
       if
       :: goto send
       /* There is a token, and nothing waits. */
       :: move(p, sending, IN1(p, created), sending, 0); payment[p].cooled = 0; goto wire
       fi
     }
  /* A payment is due: poller.ts takes its lease. */
  :: takeLease(0)
#if PAYMENTS > 1
  :: takeLease(1)
#endif
#if PAYMENTS > 2
  :: takeLease(2)
#endif
#ifdef WEBHOOKS
  :: takeWebhook(0)
#if PAYMENTS > 1
  :: takeWebhook(1)
#endif
#if PAYMENTS > 2
  :: takeWebhook(2)
#endif
#endif
  od;

/* sendInitiation.ts */
send:
  if
  :: CRASH
  /* No token, or a limit. */
  :: atomic { true; decideNotSent(); goto rest }
  :: atomic {
       true;
       if
       :: IN1(p, created) && holds(p) ->
          /* Two prompts: a payment that another one has replaced must not be sent. */
          assert(p == NEWEST);
          move(p, sending, IN1(p, created), sending, 0);
          payment[p].leased = 1; payment[p].due = 0; payment[p].cooled = 0
       :: else -> letGo(p); goto rest
       fi
     }
  fi;
wire:
  if
  :: CRASH
  /* The answer to the commit was lost. */
  :: atomic { !repeated -> decideNotSent(); goto rest }
  :: atomic {
       /* Invariant 1: of the requests that the operator did not refuse, there is one. */
       requests[p]++;
       assert(requests[p] == 1);
       if
       :: transaction[p] = asked; answer = accepted
       :: transaction[p] = asked; answer = unknown
       :: answer = unknown
       :: requests[p]--; answer = refused
#ifdef CONTRARY
       :: transaction[p] = asked; answer = refused
#endif
       :: requests[p]--; answer = neverSent
       :: !repeated -> requests[p]--; answer = refusedForNow
       fi
     }
  fi;
  if
  :: CRASH
  :: atomic {
       answer == refusedForNow ->
       repeated = 1;
       if
       :: holds(p) && IN1(p, sending) && p == NEWEST && !payment[p].named ->
          move(p, sending, IN1(p, sending), sending, 0);
          payment[p].leased = 1; payment[p].due = 0; payment[p].cooled = 0; answer = 0; goto wire
       :: else -> answer = refused
       fi
     }
  :: answer != refusedForNow
  fi;
#ifdef BREAK_CALLBACKS_READ_BEFORE
  seen = payment[p].named;
#endif
  if
  :: CRASH
  :: atomic {
       /* The answer belongs to the one request, whoever has the lease. */
       true;
       if
       :: answer == accepted && IN2(p, sending, unresolved) && !isBoundTo(p, p) ->
          move(p, accepted, IN2(p, sending, unresolved), pending, 0);
          payment[p].bound = p + 1; payment[p].leased = 0; payment[p].due = 1
       :: answer == refused && IN2(p, sending, unresolved) && !isContradicted ->
          move(p, refused, IN2(p, sending, unresolved), failed, FAILED);
          assert(transaction[p] == none || CAN_MISLEAD);
          payment[p].leased = 0; payment[p].due = 0; payment[p].differs = payment[p].differs || payment[p].received
       :: answer == neverSent && IN2(p, sending, unresolved) && !isContradicted ->
          failUnsent(p, IN2(p, sending, unresolved));
          payment[p].differs = payment[p].differs || payment[p].received
       :: IN1(p, sending) && (answer == unknown || (answer == accepted && isBoundTo(p, p)) ||
          ((answer == refused || answer == neverSent) && isContradicted)) ->
#ifdef BREAK_UNKNOWN_IS_FAILED
          move(p, refused, IN1(p, sending), failed, FAILED);
          assert(transaction[p] == none);
          payment[p].leased = 0; payment[p].due = 0
#else
          leaveUnresolved(calledBack)
#endif
       :: else
       fi;
       letGo(p);
       goto rest
     }
  fi;

/* checkStatus.ts, with the row as it was when the lease was taken. */
check:
  if
  :: CRASH
#ifdef BREAK_RESEND_UNKNOWN
  :: atomic { was == sending -> payment[p].leased = 1; goto wire }
#endif
  :: atomic { was == created || was == sending -> decideLapsed() }
  /* Its own transaction, and those that callbacks named: decision 0002. */
  :: was != created && was != sending -> seen = seen | payment[p].named
  fi;
  do
  :: !seen -> break
  :: atomic {
       seen ->
       /* Its own comes last. */
       if
       :: (seen & 1) && (payment[p].bound != 1 || seen == 1) -> t = 0
       :: (seen & 2) && (payment[p].bound != 2 || seen == 2) -> t = 1
       :: (seen & 4) && (payment[p].bound != 3 || seen == 4) -> t = 2
       fi;
       seen = seen & ~(1 << t);
       if
       /* The operator is not asked about another payment's transaction. That was read before: it may have become one since. */
       :: isBoundTo(p, t) -> answer = none
       :: transaction[t] == asked -> checkAgain()
       :: transaction[t] != asked -> answer = transaction[t]
#ifndef FAIR
       /* The operator does not answer. */
       :: again = 1
#endif
       fi
     };
#ifdef CORRECTED
     /* The details that the status names are read later, and may contradict it. */
     if
     :: answer == declined -> answer = (transaction[t] == debited -> contradicted : declined)
     :: true
     fi;
#endif
#ifdef BREAK_TELL_BEFORE_COMMIT
     tell(answer == debited);
#endif
     if
     :: CRASH
     :: atomic {
          answer != 0 -> decideEvidence(); tell(IN1(p, completed)); answer = 0
        }
     :: answer == 0
     fi
  od;
  if
  :: CRASH
  :: atomic { true; release(); goto rest }
  fi;

deliver:
  if
  :: CRASH
  :: shop[p] = shop[p] | t
  fi;
  if
  :: CRASH
  :: atomic { payment[p].outbox = payment[p].outbox & ~t; goto rest }
  fi
}

/* A lease whose worker lives cannot end again and again for ever: two workers would take it from each other. */
#ifdef FAIR
#define MAY_LAPSE (payment[p].fence == 0 || lapses < 3)
#define LAPSE lapses = (payment[p].fence -> lapses + 1 : lapses)
#else
#define MAY_LAPSE true
#define LAPSE skip
#endif

/* The clock, for one payment. It makes a check due only by a lease that ends; other checks are due when a transaction plans them. */
proctype Clock(byte p) {
  byte lapses;
end:
  do
  /* A lease ends: its worker has crashed, is slow, or the clock jumped. */
  :: atomic { payment[p].leased && MAY_LAPSE -> LAPSE; payment[p].leased = 0; payment[p].due = 1 }
  /* The cool-down ends, or the clock jumped. */
  :: atomic { !payment[p].cooled && IN3(p, sending, pending, unresolved) && p == NEWEST && opened < PAYMENTS -> payment[p].cooled = 1 }
  od
}

/* The payer, the operator and the network, for one payment. */
proctype World(byte p) {
  bit isRefreshed;
end:
  do
  :: atomic { transaction[p] == asked -> transaction[p] = debited; callbackDue[p] = 1; callbackLost[p] = 0 }
  :: atomic { transaction[p] == asked -> transaction[p] = declined; callbackDue[p] = 1; callbackLost[p] = 0 }
#ifdef CORRECTED
  :: atomic { transaction[p] == declined -> transaction[p] = debited; callbackDue[p] = 1; callbackLost[p] = 0 }
#endif
  :: atomic { callbackDue[p] -> callbackDue[p] = 0; storeCallback(p, p) }
  :: atomic { callbackDue[p] -> callbackDue[p] = 0; callbackLost[p] = 1 }
#ifdef REFERENCES
  /* submitReference.ts: the payer names a transaction of the same amount and parties. */
  :: atomic { IN1(p, unresolved) && transaction[0] == debited && !isSpent(p, 0) -> complete(p, 0, IN1(p, unresolved)); payment[p].due = 1 }
#if PAYMENTS > 1
  :: atomic { IN1(p, unresolved) && transaction[1] == debited && !isSpent(p, 1) -> complete(p, 1, IN1(p, unresolved)); payment[p].due = 1 }
#endif
#endif
#ifdef PERSON
  /* resolve.ts */
  :: atomic {
       IN2(p, pending, unresolved) && !payment[p].received ->
       payment[p].received = 1; payment[p].notReceived = 0;
       overpaid = overpaid || ANY_OTHER(p, isPaid)
     }
  :: atomic { IN2(p, pending, unresolved) && !payment[p].received && !payment[p].notReceived -> payment[p].notReceived = 1 }
#endif
#if defined(PERSON) && PAYMENTS == 1
  /* The merchant asks for a status check once, or never. */
  :: atomic { !isRefreshed -> isRefreshed = 1; payment[p].due = (payment[p].due || !IN3(p, absent, created, sending)) }
  :: !isRefreshed -> isRefreshed = 1
#endif
  od
}

#if FORGED
/* Somebody who knows the callback address of a payment, and the serverCorrelationId of a transaction. */
#define isKnown(t) (transaction[t] != none)
proctype Forger() {
  byte p;
  byte t;
  byte left = FORGED;
end:
  do
  :: atomic {
       left > 0 && ANY(isKnown) ->
       select(p : 0 .. PAYMENTS - 1);
       select(t : 0 .. PAYMENTS - 1);
       if
       :: isKnown(t) -> left--; storeCallback(p, t)
       :: else
       fi;
       p = 0; t = 0
     }
  od
}
#endif

#ifdef PERSON
/* refund.ts: two people record refunds of the same payment. Invariant 8: never more than was paid. */
proctype Cashier(byte p) {
  byte refunded;
end:
  do
#ifdef BREAK_REFUND_IN_TWO_STEPS
  :: isPaid(p) && payment[p].refunds < AMOUNT ->
     refunded = payment[p].refunds;
     atomic { payment[p].refunds = payment[p].refunds + 1; assert(payment[p].refunds <= AMOUNT) }
#else
  :: atomic { isPaid(p) && payment[p].refunds < AMOUNT -> payment[p].refunds++; assert(payment[p].refunds <= AMOUNT) }
#endif
  od
}
#endif

/* Invariant 2: when nothing moves any more, nothing is lost. */
#define NOBODY 99
#define isFound(t) isSpent(NOBODY, t)

proctype Judge() {
  byte p;
end:
  timeout;
  d_step {
    do
    :: p < PAYMENTS && IN1(p, absent) -> p++
    :: p < PAYMENTS && !IN1(p, absent) ->
       assert(!IN2(p, created, sending));
       assert(!IN1(p, pending) || payment[p].differs || callbackLost[p]);
       /* The shop was told everything. */
       assert((shop[p] & owed[p]) == owed[p]);
       /*
        * A debit has completed a payment. Else its callback was lost, and a person is told to look; or another transaction has completed
        * its payment, and a person is told to look at it: if its callback was lost, at one of the two.
        */
       assert(transaction[p] != debited || isFound(p) || (IN1(p, completed) && needsReview(p)) ||
         (callbackLost[p] && (needsReview(p) || CAN_MISLEAD || (IN1(p, completed) && ANY(needsReview)))));
       p++
    :: else -> break
    od;
    p = 0
  }
}

init {
  atomic {
    byte i;
    for (i : 1 .. WORKERS) { run Worker(i) }
    for (i : 0 .. PAYMENTS - 1) { run World(i); run Clock(i) }
#if FORGED
    run Forger();
#endif
#ifdef PERSON
    run Cashier(0); run Cashier(0);
#endif
    run Judge();
    i = 0
  }
}

#ifdef FAIR
/* If every process goes on, a debit completes its payment, unless its callback was lost while nothing is due. */
#define isLost ((payment[0].status == unresolved || isStopped(0)) && callbackLost[0])
ltl found { [] (transaction[0] == debited -> <> (payment[0].status == completed || isLost)) }
#endif
