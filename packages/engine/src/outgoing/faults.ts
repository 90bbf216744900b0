/** Error of a request that did not reach the service. */
export class ServiceUnreached extends Error {}

/** Error of a request that was sent without getting a whole answer: the service may have acted on it. */
export class ServiceUnanswered extends Error {}

/** Limit that an answer exceeded. */
export type ResponseBound = 'bytes' | 'expanded' | 'firstByte' | 'whole' | 'redirects';

/** Error for an answer that is too long, too slow, or redirects too often. */
export class UnreadableResponse extends ServiceUnanswered {
  readonly bound: ResponseBound;
  constructor(bound: ResponseBound, message: string) {
    super(message);
    this.bound = bound;
  }
}

/** Error for a service that asks for a longer pause than a call may wait. */
export class ServiceThrottled extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super(`the service answers again at ${until.toISOString()}`);
    this.until = until;
  }
}

/** Error for an address that robots.txt of the host forbids. */
export class ForbiddenByRobots extends Error {}
