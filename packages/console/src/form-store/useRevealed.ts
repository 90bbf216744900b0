import { useEffect, useEffectEvent, useRef } from 'react';
import { type FormState, type FormStore, useForm } from './store.ts';

/**
 * Calls back with the path once for each `reveal`. A tab that comes back into sight runs its effects
 * again, and must not carry the person to a fault that they followed long ago.
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
