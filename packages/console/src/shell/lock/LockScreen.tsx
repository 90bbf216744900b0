import { type FormEvent, useEffect, useId, useState } from 'react';
import { zone } from '../../base/time.ts';
import { useUser } from '../../client/context.tsx';
import { Avatar } from '../../components/Avatar.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { useLabel, useLanguage } from '../../i18n/language.ts';
import { useSignOut } from '../../navigation/useSignOut.ts';
import { countWrongPassword, currentLock, unlockTabs, useLockPause } from './lock.ts';
import { lockTexts, lockWaitText } from './words.ts';

/** Returns the current time, every second. */
const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

const localeByLanguage = { zh: 'zh-CN', en: 'en-GB' } as const;

const Clock = ({ now }: { now: Date }) => {
  const locale = localeByLanguage[useLanguage()];
  const time = now.toLocaleTimeString(locale, {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
  });
  const day = now.toLocaleDateString(locale, {
    ...zone,
    month: 'long',
    day: 'numeric',
    weekday: 'long',
  });
  return (
    <p className="ky-lock-clock">
      <time dateTime={now.toISOString()}>{time}</time>
      <span>{day}</span>
    </p>
  );
};

/**
 * Renders the lock screen: name of the user, password, sign-out. Must work without a network: it
 * loads with the frame, and the code that compares passwords as soon as the browser is idle.
 */
export const LockScreen = () => {
  const label = useLabel();
  const { realName } = useUser();
  const signOut = useSignOut();
  const now = useNow();
  const until = useLockPause();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<keyof typeof lockTexts>();
  const [busy, setBusy] = useState(false);
  const name = useId();
  const waiting = Math.max(Math.ceil((until - now.getTime()) / 1000), 0);

  const attempt = async (event: FormEvent) => {
    event.preventDefault();
    const lock = currentLock();
    if (!lock || busy || Date.now() < lock.until) return;
    if (text === '') return setFault('empty');
    setBusy(true);
    const { isLockPassword } = await import('./password.ts');
    const right = await isLockPassword(text, lock);
    setBusy(false);
    setText('');
    setFault(right ? undefined : 'wrong');
    if (right) unlockTabs();
    else countWrongPassword();
  };

  const told = [fault && label(lockTexts[fault]), waiting > 0 && label(lockWaitText(waiting))];
  return (
    <main className="ky-lock">
      <Clock now={now} />
      <form className="ky-lock-form" onSubmit={attempt}>
        <Avatar size={64} />
        <h1>{realName}</h1>
        <div className="ky-lock-row">
          <input
            type="password"
            // biome-ignore lint/a11y/noAutofocus: the page has one field, and it is why one is here
            autoFocus
            autoComplete="off"
            aria-label={label(lockTexts.password)}
            aria-describedby={name}
            aria-invalid={fault !== undefined}
            placeholder={label(lockTexts.password)}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="submit" disabled={busy || waiting > 0}>
            {label(lockTexts.unlock)}
          </button>
        </div>
        <p id={name} className="ky-lock-fault" role="alert">
          {told.some(Boolean) && <Glyph name="warning" />}
          {told.filter(Boolean).join(' ')}
        </p>
        <button type="button" className="ky-lock-leave" onClick={signOut}>
          {label(lockTexts.signOut)}
        </button>
      </form>
    </main>
  );
};
