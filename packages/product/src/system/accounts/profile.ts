import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isEmail, personNameFault, phoneFault } from '@keyan/kernel/values/pattern.ts';

/** Limits of profile pictures: jpg or png, at most 500 kB. */
export const avatarRules = {
  types: ['image/jpeg', 'image/png'] as readonly string[],
  suffixes: ['jpg', 'jpeg', 'png'] as readonly string[],
  bytes: 500 * 1024,
  /** Maximum edge in pixels; protects against small files that unpack to huge images. */
  edge: 4096,
} as const;

export const avatarFaults = {
  type: ['头像只能是 JPG 或 PNG 格式的图片', 'The picture must be a JPG or PNG'],
  size: ['头像大小不能超过 500KB', 'The picture must not exceed 500 kB'],
  edge: [
    `头像的边长不能超过 ${avatarRules.edge} 像素`,
    `The picture may be at most ${avatarRules.edge} pixels wide and high`,
  ],
} as const satisfies Record<string, Label>;

/** Fields of their account that people may change; not the real name (ruling 46). Omitted values stay unchanged. */
export interface OwnProfileInput {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
}

const maxNameLength = 30;

/** Returns the fault of a person's name that is already trimmed, or undefined. */
const nameFault = (value: string, label: Label, missing: Label): Label | undefined => {
  if (value === '') return missing;
  return [...value].length > maxNameLength
    ? fill(['【{label}】长度不能超过 {max} 个字符', '{label} takes at most {max} characters'], {
        label,
        max: maxNameLength,
      })
    : personNameFault(value, label);
};

/** Returns the fault of a real name that an administrator enters, or undefined. */
export const realNameFault = (value: string): Label | undefined =>
  nameFault(value.trim(), ['姓名', 'Name'], ['请输入姓名', 'Enter the name']);

/** Hint that explains why a person cannot change their own real name. */
export const realNameHint: Label = [
  '姓名由管理员或人事数据更新，不能自行修改',
  'Your name is maintained by an administrator or the HR data; you cannot change it yourself',
];

/** Validators of the profile fields, for form and server. */
const rules: Readonly<Record<keyof OwnProfileInput, (value: string) => Label | undefined>> = {
  name: (value) => nameFault(value, ['昵称', 'Nickname'], ['请输入昵称', 'Enter a nickname']),
  phone: phoneFault,
  email: (value) =>
    value === '' || (value.length <= 50 && isEmail(value))
      ? undefined
      : ['请输入正确的邮箱', 'Enter a valid e-mail address'],
};

export const profileFields = Object.keys(rules) as readonly (keyof OwnProfileInput)[];

/** Returns the faults of a profile; omitted fields are not checked. */
export const profileFaults = (given: OwnProfileInput): readonly FieldFault[] =>
  profileFields.flatMap((path) => {
    const value = given[path];
    const message = value === undefined ? undefined : rules[path](value.trim());
    return message ? [{ path, message }] : [];
  });
