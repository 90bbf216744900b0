import { Invalid } from '@keyan/kernel/errors.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { Type } from 'typebox';
import { handedRecipient } from './dictionaries.ts';
import type { HandingOut } from './store.server.ts';

/** Parameters of a call that registers a submission. */
export const handingParameters = {
  recipientKind: Type.String({ minLength: 1, maxLength: 2 }),
  recipient: Type.String({ minLength: 1, maxLength: 120 }),
  occasion: Type.Optional(Type.String({ maxLength: 200 })),
  handedOn: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  remark: Type.Optional(Type.String({ maxLength: 500 })),
};

/**
 * Description of a submission from the parameters of a call.
 * @throws Invalid for an unknown type of recipient or a future date
 */
export const handingOf = (
  given: {
    readonly recipientKind: string;
    readonly recipient: string;
    readonly occasion?: string | undefined;
    readonly handedOn: string;
    readonly remark?: string | undefined;
  },
  today: string,
): HandingOut => {
  const { recipientKind, recipient, occasion = '', handedOn, remark = '' } = given;
  if (!entryOf(handedRecipient, recipientKind)) {
    throw new Invalid([
      { path: 'recipientKind', message: ['请选择接收方类别', 'Choose the recipient type'] },
    ]);
  }
  if (handedOn > today) {
    throw new Invalid([
      {
        path: 'handedOn',
        message: ['报出日期不能晚于今天', 'The date must not be later than today'],
      },
    ]);
  }
  return { recipientKind, recipient: recipient.trim(), occasion, handedOn, remark };
};
