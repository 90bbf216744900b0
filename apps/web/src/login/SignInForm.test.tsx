import { useClient } from '@keyan/console/client/context.tsx';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { flatBody } from '@keyan/console/testing/scriptedClient.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SignInForm } from './SignInForm.tsx';
import './signin.css';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
const token = '/blade-auth/oauth/token';
const captchaCall = '/blade-auth/oauth/captcha';

const renderForm = async (answers: RowLike) => {
  const onSignedIn = vi.fn();
  let pictures = 0;
  const Form = () => (
    <SignInForm
      client={useClient()}
      site={{ demo: false, captcha: true }}
      tenantId="000000"
      outside={undefined}
      onTyping={() => undefined}
      onSignedIn={onSignedIn}
      onRegister={undefined}
      onPhone={() => undefined}
    />
  );
  const rendered = await renderPage(<Form />, {
    user: null,
    language: 'zh',
    answers: {
      [captchaCall]: () => {
        pictures += 1;
        return { key: `picture ${pictures}`, image: pixel };
      },
      ...answers,
    },
  });
  // A field without a picture takes nothing in.
  await expect.element(signs).not.toHaveAttribute('readonly');
  return { ...rendered, onSignedIn };
};

const account = page.getByLabelText('账号', { exact: true });
const password = page.getByLabelText('密码', { exact: true });
const signs = page.getByLabelText('验证码', { exact: true });

const fill = async (): Promise<void> => {
  await account.fill('teacher');
  await password.fill('Keyan@2026');
};

const signedIn = flatBody({
  access_token: 'a',
  refresh_token: 'r',
  tenant_id: '000000',
  user_id: '5',
  account: 'teacher',
  user_name: 'teacher',
  real_name: '林晓岚',
});

test('where captchas are on, one is asked for and sent with the password’s hash alone', async () => {
  const { callsTo, onSignedIn } = await renderForm({ [token]: signedIn });
  await fill();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').getByText('请输入验证码')).toBeVisible();
  await expect.element(signs).toHaveFocus();
  expect(callsTo(token)).toEqual([]);
  await signs.fill(' a7k9x ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  const [call] = callsTo(token);
  expect(call?.headers.get('Captcha-Key')).toBe('picture 1');
  expect(call?.headers.get('Captcha-Code')).toBe('a7k9x');
  expect(call?.query).toEqual({});
  expect(call?.body).toMatchObject({ password: expect.stringMatching(/^[\da-f]{32}$/) });
  expect(JSON.stringify(call)).not.toContain('Keyan@2026');
});

test('after a wrong try the field is empty and the picture another', async () => {
  const wrongSigns = { error_code: 'invalid_captcha', error_description: '验证码不正确' };
  const wrongPassword = { error_code: 'invalid_grant', error_description: '账号或密码错误' };
  const refusals = [wrongSigns, wrongPassword].map((body) => flatBody(body, 400));
  const { callsTo, onSignedIn } = await renderForm({ [token]: () => refusals.shift() ?? signedIn });
  await fill();
  await signs.fill('?????');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').getByText('验证码不正确')).toBeVisible();
  await expect.element(signs).toHaveValue('');
  await expect.element(signs).toHaveFocus();
  // A wrong password uses the picture up as well.
  await expect.element(signs).not.toHaveAttribute('readonly');
  await signs.fill('second');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').getByText('账号或密码错误')).toBeVisible();
  await expect.element(signs).toHaveValue('');
  await expect.element(password).toHaveFocus();
  await expect.element(signs).not.toHaveAttribute('readonly');
  await signs.fill('third');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(callsTo(token).map(({ headers }) => headers.get('Captcha-Key'))).toEqual([
    'picture 1',
    'picture 2',
    'picture 3',
  ]);
});

test('a picture that is hard to read is exchanged by a click', async () => {
  const { callsTo } = await renderForm({});
  await signs.fill('abc');
  await page.getByRole('button', { name: '验证码图片，看不清换一张' }).click();
  await expect.poll(() => callsTo(captchaCall)).toHaveLength(2);
  await expect.element(signs).toHaveValue('');
  await expect.element(signs).toHaveFocus();
});
