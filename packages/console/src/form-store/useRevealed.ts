import { useEffect, useEffectEvent, useRef } from 'react';
import { type FormState, type FormStore, useForm } from './store.ts';

/**
 * Calls `follow` with the path once per `reveal`. A tab that becomes visible again runs its effects
 * again, which must not scroll to an old error.
 */
export const useOnReveal = (form: FormStore, follow: (path: string) => void): void => {
  const revealed = useForm(form, (state) => state.revealed);
  const followed = useRef<FormState['revealed']>(undefined);
  const onReveal = useEffectEvent(follow);
  useEffect(() => {
    if (followed.current === revealed) return;
    followed.current = revealed;
    onReveal(revealed.path);
  }, [revealed]);
};
