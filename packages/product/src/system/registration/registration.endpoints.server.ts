import type { Identity } from '@keyan/engine/identity/identity.ts';
import { signInRefusals } from '@keyan/engine/identity/refusal.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { originOf } from '@keyan/engine/wire/identity/origin.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { roleTreeToGrant } from '../accounts/role-tree.server.ts';
import { acceptRegistration, refuseRegistration } from './registration.server.ts';
import { applyForAccount, departmentsForApplicants } from './registration-apply.server.ts';
import { longestJobNum } from './registration-input.ts';

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/** Permission codes of administrators who decide on applications. */
const auditor = ['regaudit_audit'];

const applied: Label = [
  '注册申请已提交,请耐心等待管理员通过!',
  'Your application was sent. Please wait until an administrator approves it.',
];

const noReason = { path: 'reason', message: ['请输入拒绝原因', 'Enter the reason'] } as const;

/** Calls of applicants without an account. */
const applicantEndpoints = (identity: Identity): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-user/register-guest',
    auth: 'public',
    summary: ['账号注册', 'Register an account'],
    input: Type.Object({
      tenantId: text(100),
      name: text(200),
      account: text(200),
      password: text(200),
      password2: text(200),
      oauthId: text(64),
      deptId: Type.Optional(idParam),
      jobNum: text(200),
    }),
    perMinute: 10,
    run: async (input, call) => {
      if (identity.asksCaptcha) {
        const captcha = {
          key: call.header('captcha-key') ?? '',
          code: call.header('captcha-code') ?? '',
        };
        if (!(await identity.captchas.redeem(captcha))) {
          throw new Invalid([{ path: 'captcha', message: signInRefusals.wrongCaptcha.label }]);
        }
      }
      const { address, userAgent } = originOf(call);
      const { tenantId = '', name = '', account = '', password = '', password2 = '' } = input;
      const { deptId, jobNum = '' } = input;
      await applyForAccount(
        call.engine,
        { tenantId, name, account, password, password2, deptId, jobNum },
        { address, userAgent, oauthId: input.oauthId },
      );
      return new Reply(true, applied);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-user/register-guest/departments',
    auth: 'public',
    summary: ['注册可选的部门', 'Departments available for registration'],
    input: Type.Object({ tenantId: Type.String({ maxLength: 100 }) }),
    perMinute: 30,
    run: ({ tenantId }, { engine }) => departmentsForApplicants(engine, tenantId.trim()),
  }),
];

/** Calls of administrators who decide on applications. */
const decisionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'blade-user/register/accept',
    auth: 'user',
    permissions: auditor,
    summary: ['通过注册申请', 'Approve a registration'],
    input: Type.Object({
      id: idParam,
      /** If omitted, the department and the staff number of the applicant. */
      deptId: Type.Optional(idParam),
      jobNum: text(longestJobNum),
      roleIds: Type.Optional(Type.Array(idParam, { maxItems: 50 })),
    }),
    run: async ({ id: application, deptId, jobNum, roleIds = [] }, { actor, engine }) => {
      const given = { id: application, deptId, jobNum, roleIds };
      const userId = await acceptRegistration(engine, actor, given);
      return new Reply({ userId }, ['已通过', 'Approved']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-user/register/refuse',
    auth: 'user',
    permissions: auditor,
    summary: ['拒绝注册申请', 'Reject a registration'],
    input: Type.Object({ id: idParam, reason: text(200) }),
    run: async ({ reason = '', ...given }, { actor, engine }) => {
      if (reason.trim() === '') throw new Invalid([noReason]);
      await refuseRegistration(engine, actor, { ...given, reason: reason.trim() });
      return new Reply(true, ['已拒绝', 'Rejected']);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/role-ext/tree',
    auth: 'user',
    permissions: auditor,
    summary: ['角色树', 'Roles that can be granted'],
    input: Type.Object({ tenantId: text(12) }),
    // Uses the actor's tenant; the parameter is ignored.
    run: (_input, { actor, engine }) => roleTreeToGrant(engine, actor),
  }),
];

/** Calls for applications for an account, and decisions on them. */
export const registrationEndpoints = (identity: Identity): readonly Endpoint[] => [
  ...applicantEndpoints(identity),
  ...decisionEndpoints,
];
