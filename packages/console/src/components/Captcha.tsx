import type { Label } from '@keyan/kernel/label.ts';
import { type RefObject, useEffect, useId, useState } from 'react';
import type { CaptchaResponse } from '../client/captcha.ts';
import type { Client } from '../client/client.ts';
import { useLabel } from '../i18n/language.ts';
import './captcha.css';

interface CaptchaProps {
  readonly client: Client;
  readonly input: RefObject<HTMLInputElement | null>;
  /** True if the last answer was wrong; the hint then asks for a new one. */
  readonly wrong: boolean;
  /**
   * Called with the typed answer; undefined until the user has typed something for the current
   * picture.
   */
  readonly onAnswer: (answer: CaptchaResponse | undefined) => void;
}

interface Picture {
  readonly key: string;
  readonly image: string;
}

const words = {
  label: ['验证码', 'Captcha'],
  another: ['验证码图片，看不清换一张', 'Captcha image: show another one'],
  failed: ['加载失败，重试', 'Could not load. Retry'],
} as const satisfies Record<string, Label>;

/**
 * Renders a captcha picture and its input. Each attempt uses up the picture: mount the component
 * again (by `key`) for the next. Plain React and CSS, because the sign-in page uses it.
 */
const Captcha = ({ client, input, wrong, onAnswer }: CaptchaProps) => {
  const label = useLabel();
  const id = useId();
  const [picture, setPicture] = useState<Picture | 'failed'>();
  const [code, setCode] = useState('');
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is another picture
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    client
      .get<Picture>('/blade-auth/oauth/captcha', {}, { anonymous: true, quiet: true, signal })
      .then(setPicture, () => signal.aborted || setPicture('failed'));
    return () => gone.abort();
  }, [client, turn]);

  useEffect(() => {
    if (wrong) input.current?.focus();
  }, [wrong, input]);

  const shown = picture === 'failed' ? undefined : picture;
  const type = (typed: string) => {
    setCode(typed);
    onAnswer(shown && typed.trim() !== '' ? { key: shown.key, code: typed } : undefined);
  };
  const another = () => {
    type('');
    setPicture(undefined);
    setTurn(turn + 1);
    input.current?.focus();
  };
  return (
    <>
      <label htmlFor={id} data-required>
        {label(words.label)}
      </label>
      <div className="ky-captcha">
        <input
          ref={input}
          id={id}
          name="captcha"
          value={code}
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={wrong || undefined}
          readOnly={shown === undefined}
          onChange={({ target }) => type(target.value)}
        />
        <button
          type="button"
          aria-label={label(picture === 'failed' ? words.failed : words.another)}
          title={label(picture === 'failed' ? words.failed : words.another)}
          onClick={another}
        >
          {shown && <img src={shown.image} alt="" width={130} height={48} />}
          {picture === 'failed' && label(words.failed)}
        </button>
      </div>
    </>
  );
};

export default Captcha;
