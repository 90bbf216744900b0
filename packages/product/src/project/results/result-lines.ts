import { type Field, f } from '@keyan/kernel/definition/field/field.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { outputKind } from '../common/dictionaries.ts';

/** Path of the call that suggests results of a project. */
export const resultsService = 'kh-edu-research/programInfo/outputs';

/** Registered output that can be chosen as a result. */
export interface ResultChoice {
  readonly bizType: string;
  readonly bizTypeName: string;
  readonly bizId: string;
  readonly title: string;
  readonly isMarked: string;
  readonly isRetracted: boolean;
}

/**
 * Columns of results of a check or conclusion: registered outputs that name the project.
 * Chosen outputs supply type, title and acknowledgement; typed ones count only once registered.
 */
export const resultLines = () => ({
  bizType: f.dict(['成果类型', 'Type'], outputKind).required(),
  title: f.text(['题名', 'Title']).max(300).required(),
  isMarked: f.dict(['是否标注项目资助', 'Acknowledged'], yesNo).required().initial('0'),
  bizId: f
    .text(['成果记录号', 'Output record no.'])
    .max(20)
    .specimen((): string | null => null),
  isRegistered: f.dict(['已登记入库', 'Registered'], yesNo).computed(),
});

export type ResultLine = {
  readonly [N in keyof ReturnType<typeof resultLines>]: ReturnType<
    typeof resultLines
  >[N] extends Field<infer V>
    ? V | null
    : never;
};
