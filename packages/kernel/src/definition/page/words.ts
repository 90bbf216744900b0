import { inSentence, type Label } from '../../label.ts';

/** Texts about a resource's records that cannot be derived from its label. */
export interface ResourceTexts {
  /** Plural: `['论文', 'Papers']`. */
  readonly plural: Label;
  /** Label of the button for a new record, and title of its form. */
  readonly add: Label;
  /** Title of the form that edits a record. */
  readonly edit: Label;
  /** Name of the status of an approved record. */
  readonly approved: Label;
  /** Name of the end of the approval, shown after the last step. */
  readonly end: Label;
  /**
   * Message why a record that others refer to cannot be deleted, and what to do instead; `{name}`
   * is the record's title.
   */
  readonly referred?: Label;
}

/** Returns the texts of a resource; those omitted in its definition are derived from its label. */
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
