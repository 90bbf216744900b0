/** Path prefix of the calls of arrivals. */
export const arrivalsPath = 'kh-edu-research/fundingArrive';

/** Permission code of 到账公示: arrivals that are open for claims. */
export const openArrivalsCode = 'arrivePool';
export const openArrivalsPath = '/funds/arrivePool';
