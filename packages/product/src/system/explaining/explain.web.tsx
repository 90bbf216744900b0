import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Tabs } from 'antd';
import { PageHolders } from './PageHolders.web.tsx';
import { RecordReasons } from './RecordReasons.web.tsx';
import './explain.web.css';

/** Renders 权限追踪: who may open a page, and why a person sees a record. */
const ExplainPage = () => {
  const label = useLabel();
  return (
    <Page
      header={
        <PageHeader
          title={label(['权限追踪', 'Explain access'])}
          context={label([
            '每次查询都会记入安全日志',
            'Every query is recorded in the security log',
          ])}
        />
      }
    >
      <Card className="ky-explain">
        <Tabs
          items={[
            {
              key: 'page',
              label: label(['谁能打开页面', 'Who can open a page']),
              children: <PageHolders />,
            },
            {
              key: 'record',
              label: label(['为何看到记录', 'Why a record is visible']),
              children: <RecordReasons />,
            },
          ]}
        />
      </Card>
    </Page>
  );
};

export default ExplainPage;
