import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { useLabel } from '../i18n/language.ts';
import { useRuntime } from '../navigation/runtime.ts';
import type { Message } from './message.ts';

/** Returns a function: the name of a message's type, or its code if unknown. */
export const useMessageType = (): ((message: Message) => string) => {
  const label = useLabel();
  const { types } = useRuntime().config.bell.messages;
  return ({ msgType }) => {
    const entry = entryOf(types, msgType);
    return entry ? label(entry.label) : msgType;
  };
};
