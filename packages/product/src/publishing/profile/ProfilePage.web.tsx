import { useClient } from '@keyan/console/client/context.tsx';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Switch } from 'antd';
import { useState } from 'react';
import { type OwnProfile, type ProfileField, profileCalls } from './profile.ts';
import '../publishing.web.css';

const key = ['public-profile'];

/** Preview of the public profile before it is saved. */
const Preview = ({ shown }: { readonly shown: readonly ProfileField[] }) => {
  const label = useLabel();
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...key, 'preview', ...shown],
    queryFn: () => client.post<{ html: string }>(`/${profileCalls}/preview`, { shown }),
  });
  return (
    <iframe
      className="ky-profile-preview"
      title={label(['公开主页预览', 'Preview of the public profile'])}
      sandbox=""
      srcDoc={data?.html ?? ''}
    />
  );
};

/** Address of the public profile, or the reason for its absence. */
const Place = ({ profile }: { readonly profile: OwnProfile }) => {
  const label = useLabel();
  const { isOffered, isOn, address, path } = profile;
  if (!isOffered) {
    return (
      <p className="ky-publishing-note">
        {label([
          '学校尚未开放个人公开主页；您的选择会保留，学校开放后生效',
          'The university does not publish profiles yet; your choice is kept until it does',
        ])}
      </p>
    );
  }
  return (
    <p className="ky-publishing-note">
      {isOn ? (
        <>
          {label(['公开地址：', 'Public at '])}
          <a href={path} target="_blank" rel="noreferrer">
            {address + path}
          </a>
        </>
      ) : (
        label([
          '未公开，只有登录用户能看到您的学者主页',
          'Not public; only signed-in users can see your scholar page',
        ])
      )}
    </p>
  );
};

const Choices = ({ profile }: { readonly profile: OwnProfile }) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [isOn, setOn] = useState(profile.isOn);
  const [shown, setShown] = useState<readonly ProfileField[]>(profile.shown);
  const [busy, setBusy] = useState(false);
  const [isSeen, setSeen] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { version } = profile;
      const kept = await client.post<OwnProfile>(`/${profileCalls}/save`, { isOn, shown, version });
      queries.setQueryData(key, kept);
      toast.success(['已保存', 'Saved']);
    } catch {
      // The client has already shown the error; reloads the stored state.
      await queries.invalidateQueries({ queryKey: key });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Card title={label(['公开设置', 'What is public'])}>
        <ul className="ky-publishing-switches">
          <li>
            <Switch id="public-profile-on" checked={isOn} onChange={setOn} />
            <label htmlFor="public-profile-on">
              {label(['公开我的主页', 'Publish my profile'])}
            </label>
            <small>
              {label([
                '任何人无需登录即可看到姓名和下面勾选的内容；随时可以撤回',
                'Anyone can see your name and the items ticked below without signing in; you can withdraw it at any time',
              ])}
            </small>
          </li>
        </ul>
        <Place profile={profile} />
        <ul className="ky-publishing-outlets">
          {profile.fields.map(({ name, label: field, text }) => (
            <li key={name}>
              <Checkbox
                checked={shown.includes(name)}
                onChange={({ target }) =>
                  setShown(target.checked ? [...shown, name] : shown.filter((one) => one !== name))
                }
              >
                {field}
              </Checkbox>
              <small>{text || label(['未填写', 'Empty'])}</small>
            </li>
          ))}
        </ul>
        <div className="ky-publishing-foot">
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {label(['保存', 'Save'])}
          </Button>
          <Button onClick={() => setSeen(!isSeen)}>
            {isSeen ? label(['收起预览', 'Hide preview']) : label(['预览', 'Preview'])}
          </Button>
        </div>
      </Card>
      {isSeen && (
        <Card title={label(['预览', 'Preview'])}>
          <Preview shown={shown} />
        </Card>
      )}
    </>
  );
};

/** Page 公开主页: choice of the profile fields that are public. */
const ProfilePage = () => {
  const label = useLabel();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => client.get<OwnProfile>(`/${profileCalls}/own`),
  });
  return (
    <Page header={<PageHeader title={label(['公开主页', 'Public profile'])} />}>
      {data ? (
        <div className="ky-publishing">
          {data.hasFile ? (
            <Choices key={data.version} profile={data} />
          ) : (
            <Empty>
              {label([
                '没有您的科研人员档案，请联系科研处',
                'You have no personnel file; contact the research office',
              ])}
            </Empty>
          )}
        </div>
      ) : error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={8} height={32} />
      )}
    </Page>
  );
};

export default ProfilePage;
