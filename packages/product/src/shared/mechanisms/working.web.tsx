import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FieldPresentation, ValueProps } from '@keyan/console/presentation/present.ts';

/** The working of a figure in the reader's language, a sentence a line. */
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

/** How pages show the two fields of a working: as one, and in histories the one that the reader understands. */
export const workingFieldViews = {
  working: { span: 4, Text: WorkingText, toldIn: ['zh'] },
  workingEn: { toldIn: ['en'] },
} as const satisfies Readonly<Record<string, FieldPresentation>>;
