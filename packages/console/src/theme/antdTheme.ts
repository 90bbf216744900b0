import { theme as antd, type ThemeConfig } from 'antd';
import type { Spacing } from './density.ts';
import type { ThemeTokens } from './tokens.ts';

/** Sizes in pixels, by spacing. */
const sizesBySpacing = {
  compact: { control: 32, row: 36, day: { cellWidth: 36, cellHeight: 24 } },
  regular: { control: 36, row: 44, day: { cellWidth: 40, cellHeight: 28 } },
  // Seven days of a calendar fit the width of a phone.
  touch: { control: 44, row: 44, day: { cellWidth: 46, cellHeight: 44 } },
} as const satisfies Record<Spacing, object>;

/** Class of antd's CSS variables, also used by the static style sheets. */
export const antdKey = 'ky';

type Algorithm = Exclude<NonNullable<ThemeConfig['algorithm']>, unknown[]>;

/**
 * Algorithm that leaves base colours unchanged: antd's dark algorithm would dim them, and these are
 * already chosen for dark themes.
 */
const unchangedColours: Algorithm = (seed, map) => ({
  ...(map ?? antd.defaultAlgorithm(seed)),
  colorPrimary: seed.colorPrimary,
  colorSuccess: seed.colorSuccess,
  colorWarning: seed.colorWarning,
  colorError: seed.colorError,
  colorInfo: seed.colorInfo,
  colorLink: seed.colorLink,
});

/**
 * Returns the antd theme of these tokens. Long because it is one table from tokens to antd's names.
 */
export const antdTheme = (theme: ThemeTokens, spacing: Spacing = 'compact'): ThemeConfig => {
  const { color, radius, shadow, status } = theme;
  const size = sizesBySpacing[spacing];
  const halo = `0 0 0 3px color-mix(in srgb, ${color.accent} 28%, transparent)`;
  const cellPadding = (height: number) => (height - 21) / 2;
  const field = { activeShadow: halo, errorActiveShadow: halo, warningActiveShadow: halo };
  return {
    algorithm: [
      theme.mode === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
      unchangedColours,
    ],
    cssVar: { key: antdKey },
    hashed: false,
    token: {
      fontFamily: 'var(--ky-sans)',
      fontSize: 14,
      lineHeight: 22 / 14,
      controlHeight: size.control,
      borderRadius: radius.control,
      borderRadiusLG: radius.card,
      borderRadiusSM: Math.min(radius.control, radius.tag),
      borderRadiusXS: Math.min(radius.control, 2),

      colorPrimary: color.fill,
      colorPrimaryHover: color.fillHover,
      colorPrimaryActive: color.fillActive,
      colorPrimaryText: color.link,
      colorPrimaryTextHover: color.link,
      colorPrimaryTextActive: color.link,
      colorPrimaryBg: color.tint,
      colorPrimaryBgHover: color.tint,
      colorPrimaryBorder: color.borderControl,
      colorLink: color.link,
      colorLinkHover: color.link,
      colorLinkActive: color.link,
      colorTextLightSolid: color.onFill,

      colorText: color.text,
      colorTextHeading: color.text,
      colorTextLabel: color.textSecondary,
      colorTextSecondary: color.textSecondary,
      colorTextTertiary: color.textTertiary,
      colorTextDescription: color.textTertiary,
      colorTextPlaceholder: color.textTertiary,
      colorTextQuaternary: color.textTertiary,
      colorTextDisabled: color.textDisabled,
      colorIcon: color.textSecondary,
      colorIconHover: color.text,

      colorBorder: color.borderControl,
      colorBorderDisabled: color.border,
      colorBorderSecondary: color.border,
      colorSplit: color.border,
      colorBgLayout: color.canvas,
      colorBgContainer: color.container,
      colorBgContainerDisabled: color.containerAlt,
      colorBgElevated: color.elevated,
      colorBgMask: color.mask,
      colorFillAlter: color.containerAlt,
      controlItemBgHover: color.containerAlt,
      controlItemBgActive: color.tint,
      controlItemBgActiveHover: color.tint,
      controlOutline: `color-mix(in srgb, ${color.accent} 28%, transparent)`,

      colorSuccess: status.success.fill,
      colorSuccessText: status.success.text,
      colorSuccessBg: status.success.bg,
      colorSuccessBorder: status.success.border,
      colorWarning: status.warning.fill,
      colorWarningText: status.warning.text,
      colorWarningBg: status.warning.bg,
      colorWarningBorder: status.warning.border,
      colorError: status.error.fill,
      colorErrorText: status.error.text,
      colorErrorTextHover: status.error.text,
      colorErrorTextActive: status.error.text,
      colorErrorBg: status.error.bg,
      colorErrorBorder: status.error.border,
      colorInfo: status.info.fill,
      colorInfoText: status.info.text,
      colorInfoBg: status.info.bg,
      colorInfoBorder: status.info.border,

      boxShadow: shadow.popup,
      boxShadowSecondary: shadow.popup,
      boxShadowTertiary: shadow.card,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        paddingInline: 13,
        defaultHoverColor: color.link,
        defaultHoverBorderColor: color.link,
        defaultActiveColor: color.link,
        defaultActiveBorderColor: color.link,
      },
      // In the roundest theme a checkbox would look like a radio button.
      Checkbox: { borderRadiusSM: Math.min(radius.tag, 4) },
      Input: field,
      InputNumber: field,
      DatePicker: { ...field, ...size.day },
      Select: { activeOutlineColor: `color-mix(in srgb, ${color.accent} 28%, transparent)` },
      Form: {
        labelColor: color.textSecondary,
        labelRequiredMarkColor: status.error.text,
        verticalLabelPadding: 0,
        itemMarginBottom: 2,
      },
      Table: {
        cellFontSize: 13,
        cellPaddingBlock: cellPadding(size.row),
        cellPaddingInline: 10,
        headerBg: color.containerAlt,
        headerColor: color.text,
        headerSplitColor: 'transparent',
        headerSortActiveBg: color.containerAlt,
        headerSortHoverBg: color.containerAlt,
        bodySortBg: 'transparent',
        rowHoverBg: color.containerAlt,
        rowSelectedBg: color.tint,
        rowSelectedHoverBg: color.tint,
        borderColor: color.border,
      },
      // antd uses the fill colour for selected text; on dark backgrounds only `link` is readable.
      Pagination: { itemActiveColor: color.link, itemActiveColorHover: color.link },
      Tabs: {
        itemSelectedColor: color.link,
        itemHoverColor: color.link,
        itemActiveColor: color.link,
        inkBarColor: color.link,
      },
      Menu: { itemSelectedColor: color.link },
      Dropdown: { colorPrimary: color.link },
      Tooltip: { colorBgSpotlight: theme.mode === 'dark' ? '#33404F' : '#1D2838' },
      Modal: { titleFontSize: 15 },
      Popover: { titleMinWidth: 0 },
    },
  };
};
