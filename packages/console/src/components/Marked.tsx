import type { MarkedText } from '@keyan/kernel/wire/search.ts';
import './marked.css';

/** Renders a text with its matches highlighted as `mark`, which screen readers can announce. */
export const MarkedMatches = ({ text, marks }: MarkedText) => (
  <>
    {marks.map(([from, to], index) => (
      <span key={from}>
        {text.slice(marks[index - 1]?.[1] ?? 0, from)}
        <mark className="ky-mark">{text.slice(from, to)}</mark>
      </span>
    ))}
    {text.slice(marks.at(-1)?.[1] ?? 0)}
  </>
);
