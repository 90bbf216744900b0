import { DownloadOutlined, ImportOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons';
import type { ScreenClass } from '@keyan/kernel/screen.ts';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../i18n/language.ts';

interface ListActionsProps {
  readonly screen: ScreenClass;
  readonly tools: ReactNode;
  readonly add: string | null;
  readonly onAdd: () => void;
  readonly onImport: (() => void) | null;
  readonly onExport: (() => void) | null;
  readonly exporting: boolean;
}

/** At most three tools and one primary button; on smaller screens what is more than two folds. */
export const ListActions = (props: ListActionsProps) => {
  const { screen, tools, add, onAdd, onImport, onExport, exporting } = props;
  const label = useLabel();
  const { t } = useTranslation();
  const extra = [
    { key: 'import', text: label(['导入', 'Import']), icon: <ImportOutlined />, run: onImport },
    { key: 'export', text: label(['导出', 'Export']), icon: <DownloadOutlined />, run: onExport },
  ].filter((item) => item.run !== null);
  const beside = (tools ? 1 : 0) + (add ? 1 : 0);
  const folds = extra.length > 0 && (screen === 0 || (screen < 3 && beside + extra.length > 2));
  return (
    <>
      {tools}
      {folds ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: extra.map(({ key, text, icon }) => ({ key, label: text, icon })),
            onClick: ({ key }) => extra.find((item) => item.key === key)?.run?.(),
          }}
        >
          <Button icon={<MoreOutlined />} loading={exporting}>
            {t('more')}
          </Button>
        </Dropdown>
      ) : (
        extra.map(({ key, text, icon, run }) => (
          <Button
            key={key}
            icon={icon}
            loading={key === 'export' && exporting}
            onClick={() => run?.()}
          >
            {text}
          </Button>
        ))
      )}
      {add && (
        <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          {add}
        </Button>
      )}
    </>
  );
};
