import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';

/** An answer to what a record asks the reader. */
export interface OfferedAnswer {
  readonly text: Label;
  readonly run: () => void;
}

interface AnswerButtonsProps {
  readonly answers: readonly OfferedAnswer[];
  /** The record, for those who hear the links of a list. */
  readonly title: string;
  readonly busy: boolean;
  /** Inside a line: as links; otherwise as buttons, of which the first is the usual one. */
  readonly small: boolean;
}

/** Answers that the reader may give, as links of a line or as buttons of a page. */
export const AnswerButtons = ({ answers, title, busy, small }: AnswerButtonsProps) => {
  const label = useLabel();
  return answers.map(({ text, run }, index) =>
    small ? (
      <button
        key={text[0]}
        type="button"
        className="ky-link"
        disabled={busy}
        aria-label={`${label(text)} ${title}`}
        onClick={run}
      >
        {label(text)}
      </button>
    ) : (
      <Button
        key={text[0]}
        type={index === 0 ? 'primary' : 'default'}
        disabled={busy}
        onClick={run}
      >
        {label(text)}
      </Button>
    ),
  );
};
