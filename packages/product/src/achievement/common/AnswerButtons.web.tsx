import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';

/** Possible answer of the user to a question about a record. */
export interface OfferedAnswer {
  readonly text: Label;
  readonly run: () => void;
}

interface AnswerButtonsProps {
  readonly answers: readonly OfferedAnswer[];
  /** Title of the record, for the accessible names of links. */
  readonly title: string;
  readonly busy: boolean;
  /** If true, rendered as links within a line; otherwise as buttons, the first of them primary. */
  readonly small: boolean;
}

/** Renders the possible answers, as links in a line or as buttons of a page. */
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
