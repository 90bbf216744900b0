import { type Fields, f } from '@keyan/kernel/definition/field.ts';
import type { ChainLink, Kind, Process } from '@keyan/kernel/definition/process.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { AttachmentCodes } from '../shared/attachments.ts';
import { dept, user } from '../shared/refs.ts';
import { attachments, planned } from './planned.ts';

/** What happens to the projects of a family: a kind whose name follows the family's. */
export interface Stage {
  readonly kind: string;
  /** Its number within the family, for ever: kinds whose records are built leave a gap. */
  readonly place: number;
  readonly label: Label;
  readonly files: AttachmentCodes;
  readonly fields: Fields;
  readonly steps: readonly ChainLink[];
  readonly more?: Partial<Pick<Process, 'parameters'>>;
}

/** A family of projects. Its kinds are numbered on from its first one. */
export interface Family {
  readonly kind: string;
  readonly label: Label;
  readonly flow: number;
  readonly stages: readonly Stage[];
}

/** The kinds of a family. */
export const kindsOfFamily = ({ kind, label, flow, stages }: Family): readonly Kind[] =>
  stages.map((stage) =>
    planned(
      flow + stage.place,
      `${kind}/${stage.kind}`,
      [`${label[0]}${stage.label[0]}`, `${label[1]} ${stage.label[1]}`],
      { ...stage.fields, attachments: attachments(...stage.files) },
      stage.steps,
      stage.more,
    ),
  );

export const departmentId = f.ref(['承担单位', 'Department'], dept).required();
export const programLeaderId = f.ref(['项目负责人', 'Leader'], user).required();
