import { SkinOutlined } from '@ant-design/icons';
import { useLabel } from '../../i18n/language.ts';
import { appearance, useAppearance } from '../../theme/appearance.ts';
import { themeList } from '../../theme/list.ts';
import type { ThemeName } from '../../theme/tokens.ts';
import type { ToolbarItem } from './item.ts';

/** Renders a colour sample: bar, side menu, container and fill. */
const Swatch = ({ colours }: { colours: readonly string[] }) => (
  <span className="ky-swatch" aria-hidden="true">
    {colours.map((colour, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: four fixed places, of which two may be alike
      <i key={index} style={{ background: colour }} />
    ))}
  </span>
);

/** Toolbar item: switches between the eleven themes. */
export const themesItem: ToolbarItem = {
  key: 'theme',
  from: 3,
  useView() {
    const label = useLabel();
    const { theme } = useAppearance();
    return {
      label: label(['主题', 'Theme']),
      icon: <SkinOutlined />,
      choices: {
        options: themeList.map(({ name, label: text, swatch }) => ({
          key: name,
          label: label(text),
          icon: <Swatch colours={swatch} />,
        })),
        chosen: theme,
        onChoose: (key) => appearance.setTheme(key as ThemeName),
      },
    };
  },
};
