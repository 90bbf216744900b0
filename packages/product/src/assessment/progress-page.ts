/** 我的进度: how far a person is, and what would count next. */
export const progressCode = 'sprogress';
export const progressPath = '/score/progress/index';
export const progressCall = 'kh-edu-research/score/progress';
