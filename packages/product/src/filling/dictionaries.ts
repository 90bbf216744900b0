import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const fillStatus = dictionary(
  'fillStatus',
  ['填报状态', 'Status of a table'],
  [
    ['0', '待对应', 'To be matched'],
    ['1', '填报中', 'Being filled'],
    ['2', '已报出', 'Reported'],
  ],
);

/** Codes of `fillStatus`. */
export const fills = { matching: '0', filling: '1', handed: '2' } as const;

export const fillQuestionStatus = dictionary(
  'fillQuestionStatus',
  ['答复状态', 'Status of a question'],
  [
    ['1', '待答复', 'Open'],
    ['2', '已答复', 'Answered'],
    ['9', '已收回', 'Withdrawn'],
  ],
);

/** Codes of `fillQuestionStatus`. */
export const fillQuestions = { open: '1', answered: '2', withdrawn: '9' } as const;
