import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FieldPresentation, ValueProps } from '@keyan/console/presentation/present.ts';

/** Explanation of a figure in the reader’s language, one sentence per line. */
const WorkingText = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const text = label([String(value ?? ''), String(row.workingEn ?? value ?? '')]);
  return (
    <>
      {text.split(/[；;]\s*/).map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </>
  );
};

/** Views of the two explanation fields: shown as one; histories show the reader’s language. */
export const workingFieldViews = {
  working: { span: 4, Text: WorkingText, toldIn: ['zh'] },
  workingEn: { toldIn: ['en'] },
} as const satisfies Readonly<Record<string, FieldPresentation>>;
