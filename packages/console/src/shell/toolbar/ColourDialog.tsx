import { fill, type Label } from '@keyan/kernel/label.ts';
import { Button, Modal } from 'antd';
import { type CSSProperties, useId, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useLabel } from '../../i18n/language.ts';
import { appearance, useAppearance } from '../../theme/appearance.ts';
import { contrastRatio } from '../../theme/colour.ts';
import { previewOf, themeAccent, themeColours } from '../../theme/customColour.ts';
import type { ToolbarDialogProps } from './item.ts';
import './colour.css';

const words = {
  title: ['主题色', 'Colour'],
  ready: ['常用颜色', 'Presets'],
  own: ['自选颜色', 'Custom'],
  preview: ['预览', 'Preview'],
  button: ['主要按钮', 'Primary button'],
  link: ['链接文字', 'Link text'],
  chosen: ['选中的行', 'Selected row'],
  reset: ['恢复默认', 'Reset to default'],
  apply: ['应用', 'Apply'],
  cancel: ['取消', 'Cancel'],
  note: [
    '按钮和链接的颜色由所选颜色调出，明暗会调整到文字看得清为止。',
    'Buttons and links use the hue of your colour, adjusted so that text stays readable.',
  ],
} as const satisfies Record<string, Label>;

const contrastText = (value: number): Label =>
  fill(['对比度 {value} : 1', 'Contrast {value} : 1'], { value: value.toFixed(2) });

/** Preset colours; the default first. */
const presetColours = [
  '#409EFF',
  '#2F54EB',
  '#7B61FF',
  '#C41D7F',
  '#D4380D',
  '#E08A00',
  '#8C9A00',
  '#2E9E4F',
  '#0FA3A3',
  '#4A6FA5',
  '#8A6D5B',
  '#5B6472',
] as const;

/**
 * Renders a preview of a button, a link and a selected row under the current theme; if no colour is
 * given, with the theme's own.
 */
const Preview = ({ accent }: { accent: string | undefined }) => {
  const label = useLabel();
  const made = accent === undefined ? themeColours() : previewOf(accent);
  const style = { '--fill': made.fill, '--link': made.link, '--tint': made.tint };
  return (
    <div className="ky-colour-preview" style={style as CSSProperties} aria-live="polite">
      <span data-part="fill">{label(words.button)}</span>
      <span data-part="link">{label(words.link)}</span>
      <span data-part="tint">{label(words.chosen)}</span>
      <small>{label(contrastText(contrastRatio('#FFFFFF', made.fill)))}</small>
    </div>
  );
};

/** Renders a picker for a custom colour; applies it on confirmation. */
const ColourDialog = ({ onClose }: ToolbarDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const { colour } = useAppearance();
  const [own] = useState(themeAccent);
  const [accent, setAccent] = useState(colour ?? own);
  const id = useId();
  const choose = (next: string | undefined) => {
    appearance.setColour(next);
    onClose();
  };
  return (
    <Modal
      open
      width={420}
      title={label(words.title)}
      onCancel={onClose}
      footer={[
        <Button key="reset" className="ky-colour-reset" onClick={() => choose(undefined)}>
          {label(words.reset)}
        </Button>,
        <Button key="cancel" onClick={onClose}>
          {label(words.cancel)}
        </Button>,
        <Button
          key="apply"
          type="primary"
          onClick={() => choose(accent === own ? undefined : accent)}
        >
          {label(words.apply)}
        </Button>,
      ]}
    >
      <fieldset className="ky-colour-ready">
        <legend>{label(words.ready)}</legend>
        {presetColours.map((each) => (
          <button
            key={each}
            type="button"
            style={{ background: each }}
            aria-label={each}
            aria-pressed={each === accent}
            onClick={() => setAccent(each)}
          />
        ))}
      </fieldset>
      <label className="ky-colour-own" htmlFor={id}>
        {label(words.own)}
        <input
          id={id}
          type="color"
          value={accent.toLowerCase()}
          onChange={({ target }) => setAccent(target.value.toUpperCase())}
        />
        <code>{accent}</code>
      </label>
      <div className="ky-colour-label">{label(words.preview)}</div>
      <Preview accent={accent === own ? undefined : accent} />
      <p className="ky-colour-note">{label(words.note)}</p>
    </Modal>
  );
};

export default ColourDialog;
