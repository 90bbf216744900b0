/**
 * Permission code of 我的进度: a person’s progress towards the target, and outputs that would count
 * next.
 */
export const progressCode = 'sprogress';
export const progressPath = '/score/progress/index';
export const progressCall = 'kh-edu-research/score/progress';
