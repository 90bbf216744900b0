import { entryOf } from '@keyan/kernel/dictionary.ts';
import { useLabel } from '../i18n/language.ts';
import { useRuntime } from '../navigation/runtime.ts';
import type { Message } from './message.ts';

/** What the type of a message is called; the code where the application does not know it. */
export const useMessageType = (): ((message: Message) => string) => {
  const label = useLabel();
  const { types } = useRuntime().config.bell.messages;
  return ({ msgType }) => {
    const entry = entryOf(types, msgType);
    return entry ? label(entry.label) : msgType;
  };
};
