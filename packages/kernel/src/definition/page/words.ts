import { inSentence, type Label } from '../../label.ts';

/** Names of a resource's records on pages, where the label alone does not do. */
export interface ResourceTexts {
  /** Several of them: `['论文', 'Papers']`. */
  readonly plural: Label;
  /** The button that begins a new one, and the title of its form. */
  readonly add: Label;
  /** The title of the form that changes one. */
  readonly edit: Label;
  /** The status of one that passed its approval. */
  readonly approved: Label;
  /** The end of its approval, as the last stop behind the steps. */
  readonly end: Label;
  /** Why one that others refer to is not removed, and what to do instead; `{name}` is what it is called. */
  readonly referred?: Label;
}

/** The words of a resource; those that its definition leaves out follow from its label. */
export const resourceTextsOf = ({
  label,
  words,
}: {
  readonly label: Label;
  readonly words?: Partial<ResourceTexts>;
}): ResourceTexts => {
  const [zh] = label;
  const en = inSentence(label);
  return {
    plural: label,
    add: [`新增${zh}`, `New ${en}`],
    edit: [`编辑${zh}`, `Edit ${en}`],
    approved: ['已通过', 'Approved'],
    end: ['办结', 'Completed'],
    ...words,
  };
};
