import { useClient } from '@keyan/console/client/context.tsx';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { flatBody } from '@keyan/console/testing/scriptedClient.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import PhoneForm from './PhoneForm.tsx';
import './signin.css';

const ask = '/blade-auth/oauth/sms/send-validate';
const token = '/blade-auth/oauth/token';

const renderForm = async (answers: RowLike) => {
  const onSignedIn = vi.fn();
  const Form = () => (
    <PhoneForm
      client={useClient()}
      tenantId="000000"
      onTyping={() => undefined}
      onSignedIn={onSignedIn}
      onBack={() => undefined}
    />
  );
  return { ...(await renderPage(<Form />, { user: null, language: 'zh', answers })), onSignedIn };
};

const phone = page.getByLabelText('手机号', { exact: true });
const code = page.getByLabelText('短信验证码', { exact: true });
const fault = (text: string) => page.getByRole('alert').getByText(text);

test('a code is asked for once a minute, and signs in with its id', async () => {
  const refused = flatBody(
    { error_code: 'invalid_grant', error_description: '验证码错误或已失效' },
    400,
  );
  const signedIn = flatBody({
    access_token: 'a',
    refresh_token: 'r',
    tenant_id: '000000',
    user_id: '5',
    account: 'teacher',
    user_name: 'teacher',
    real_name: '林晓岚',
  });
  const turns = [refused, signedIn];
  const { callsTo, onSignedIn } = await renderForm({
    [ask]: () => ({ id: 'code-1' }),
    [token]: () => turns.shift() ?? signedIn,
  });
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect.element(fault('手机号码不能为空')).toBeVisible();
  await expect.element(phone).toHaveFocus();
  await phone.fill('13800138000');
  await userEvent.keyboard('{Enter}');
  await expect.element(fault('请先获取验证码')).toBeVisible();
  expect(callsTo(ask)).toEqual([]);

  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect.element(page.getByRole('button', { name: /秒后可重发/ })).toBeDisabled();
  await expect.element(code).toHaveFocus();
  expect(callsTo(ask)[0]?.body).toEqual({ tenantId: '000000', phone: '13800138000' });
  await code.fill('12345');
  await userEvent.keyboard('{Enter}');
  await expect.element(fault('请输入 6 位验证码')).toBeVisible();
  await code.fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(fault('验证码错误或已失效')).toBeVisible();
  // The typed text stays.
  await expect.element(phone).toHaveValue('13800138000');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(callsTo(token)[1]?.body).toMatchObject({
    grant_type: 'sms_code',
    phone: '13800138000',
    id: 'code-1',
    value: '123456',
  });
});
