import { useLabel } from '@keyan/console/i18n/language.ts';
import type { ValueProps } from '@keyan/console/presentation/present.ts';

/** The working of a figure in the reader's language, a sentence a line. */
export const WorkingText = ({ value, row }: ValueProps) => {
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
