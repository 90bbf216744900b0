/** Error of a request that did not leave this machine: the service was not reached. */
export class ServiceUnreached extends Error {}

/** A request left, and no whole answer came back: nobody knows what the service did. */
export class ServiceUnanswered extends Error {}

/** Limit that an answer broke. */
export type ResponseBound = 'bytes' | 'expanded' | 'firstByte' | 'whole' | 'redirects';

/** An answer came that is not read: it is too long, too slow, or leads round in a circle. */
export class UnreadableResponse extends ServiceUnanswered {
  readonly bound: ResponseBound;
  constructor(bound: ResponseBound, message: string) {
    super(message);
    this.bound = bound;
  }
}

/** The service asks to be left alone for longer than a call may wait. */
export class ServiceThrottled extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super(`the service answers again at ${until.toISOString()}`);
    this.until = until;
  }
}

/** The file robots.txt of the host forbids the address. */
export class ForbiddenByRobots extends Error {}
