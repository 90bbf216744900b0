import type { ComponentType } from 'react';
import { useLabel } from '../../i18n/language.ts';
import { type Block, type HelpText, type Span, wordsOf } from './text.ts';

/**
 * Returns a function that opens a page of the menu by its address; undefined if the reader's menu
 * lacks it.
 */
export type WayOpener = (to: string) => (() => void) | undefined;

interface SpanProps<Is extends Span['is']> {
  readonly span: Extract<Span, { is: Is }>;
  readonly onWay: WayOpener;
}

const spanRenderers: { readonly [Is in Span['is']]: ComponentType<SpanProps<Is>> } = {
  words: ({ span }) => span.text,
  name: ({ span }) => <strong>{span.text}</strong>,
  way: ({ span, onWay }) => {
    const go = onWay(span.to);
    if (!go) return <em>{span.text}</em>;
    return (
      <button type="button" className="ky-link" onClick={go}>
        {span.text}
      </button>
    );
  },
};

const Spans = ({ spans, onWay }: { spans: readonly Span[]; onWay: WayOpener }) =>
  spans.map((span, at) => {
    const Face = spanRenderers[span.is] as ComponentType<SpanProps<Span['is']>>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change their order
    return <Face key={at} span={span} onWay={onWay} />;
  });

interface BlockProps<Is extends Block['is']> {
  readonly block: Extract<Block, { is: Is }>;
  readonly onWay: WayOpener;
}

const Lines = ({ block, onWay }: BlockProps<'steps' | 'points'>) =>
  block.lines.map((spans, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a list never change their order
    <li key={at}>
      <Spans spans={spans} onWay={onWay} />
    </li>
  ));

const blockRenderers: { readonly [Is in Block['is']]: ComponentType<BlockProps<Is>> } = {
  section: ({ block }) => <h3 tabIndex={-1}>{block.text}</h3>,
  line: ({ block, onWay }) => (
    <p>
      <Spans spans={block.spans} onWay={onWay} />
    </p>
  ),
  steps: (props) => (
    <ol>
      <Lines {...props} />
    </ol>
  ),
  points: (props) => (
    <ul>
      <Lines {...props} />
    </ul>
  ),
  picture: ({ block }) => <img src={block.address} alt={block.says} loading="lazy" />,
};

/** Renders a help page. */
export const HelpArticle = ({ text, onWay }: { text: HelpText; onWay: WayOpener }) => {
  const label = useLabel();
  return (
    <>
      <h2 tabIndex={-1}>{text.title}</h2>
      <p className="ky-note">
        {label(['适用于：', 'For: '])}
        {text.readers.join(label(['、', ', ']))}
      </p>
      {text.blocks.map((block) => {
        const Face = blockRenderers[block.is] as ComponentType<BlockProps<Block['is']>>;
        return <Face key={wordsOf(block)} block={block} onWay={onWay} />;
      })}
    </>
  );
};
