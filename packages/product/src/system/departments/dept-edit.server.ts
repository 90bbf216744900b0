import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam, optionalParent } from '@keyan/engine/wire/inputs.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import {
  identityToSave,
  platformRemoveCall,
  savedReply,
} from '../../shared/mechanisms/service-calls.server.ts';
import { parentIdIn } from '../../shared/mechanisms/tree.server.ts';
import { namesOtherTenant } from '../../shared/references/other-tenant.ts';
import { department } from './department.ts';
import { freeDepartmentCode } from './dept-free-code.server.ts';
import { mergeDepartment } from './dept-merge.server.ts';

const resource = untypedResource(department);
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/** Category of a unit: BladeX clients send the dictionary key as a number. */
const category = Type.Optional(
  Type.Union([Type.String({ maxLength: 20 }), Type.Integer({ minimum: 0, maximum: 99 })]),
);

/** Calls by which BladeX clients edit departments. */
export const deptEditEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'blade-system/dept/submit',
    auth: 'user',
    permissions: ['dept_add', 'dept_edit'],
    summary: ['新增或修改部门', 'Create or change a department'],
    input: Type.Object({
      id: Type.Optional(idParam),
      tenantId: text(12),
      parentId: optionalParent,
      deptName: text(100),
      deptNameEn: text(100),
      fullName: text(200),
      deptCode: text(40),
      deptCategory: category,
      sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      remark: text(500),
    }),
    run: async ({ id: given, tenantId, parentId, deptCategory, ...rest }, { actor, engine }) => {
      if (tenantId && namesOtherTenant(actor, tenantId)) throw new Denied();
      const parent = parentId === undefined ? undefined : parentIdIn(parentId);
      const isNew = !given;
      const fresh =
        isNew && !rest.deptCode
          ? {
              deptCode: await engine.database.read(actor.tenantId, (session) =>
                freeDepartmentCode(session, parent ?? null),
              ),
            }
          : {};
      const saved = await engine.as(actor).save(resource, {
        ...rest,
        ...fresh,
        ...(parent === undefined ? {} : { parentId: parent }),
        ...(deptCategory === undefined || deptCategory === ''
          ? {}
          : { deptCategory: String(deptCategory) }),
        ...identityToSave(isNew ? undefined : given),
      });
      return savedReply(saved.id, isNew);
    },
  }),
  platformRemoveCall(resource, {
    path: 'blade-system/dept/remove',
    permission: 'dept_delete',
    summary: ['删除部门', 'Delete departments that nobody belongs to'],
  }),
  endpoint({
    method: 'POST',
    path: 'blade-system/dept/merge',
    auth: 'user',
    permissions: ['dept_merge'],
    summary: ['合并部门', 'Merge a department into another'],
    input: Type.Object({ id: idParam, into: idParam }),
    run: async (input, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        mergeDepartment(tx, engine, actor, input),
      );
      // Offers tasks of the merged department to the people who may act on them now.
      await engine.workflow.offerStuckTasks(engine, actor.tenantId);
      return new Reply(true, ['合并成功', 'Merged']);
    },
  }),
];
