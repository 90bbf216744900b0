import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Type } from 'typebox';
import { openCallsCode } from '../declaration/open-calls.ts';
import { eligibleByCall, eligiblePeople, teamFindingsByCall } from './eligible.server.ts';
import {
  callStandings,
  eligibleCode,
  eligiblePeopleService,
  eligibleService,
  maxTeamMembers,
  teamService,
} from './eligible.ts';

/** Calls of 申报资格 and 试一个团队: check the rules of declarations in advance. */
export const eligibleEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: eligibleService,
    auth: 'user',
    permissions: [eligibleCode],
    perMinute: 60,
    summary: [
      '申报资格：各申报可主持、可参与的人数',
      'Eligibility: how many may lead or join each call',
    ],
    input: Type.Object({ deptId: Type.Optional(idParam) }),
    run: ({ deptId }, call) => eligibleByCall(call, deptId ?? null),
  }),
  endpoint({
    method: 'GET',
    path: eligiblePeopleService,
    auth: 'user',
    permissions: [eligibleCode],
    perMinute: 60,
    summary: ['申报资格：人员及原因', 'Eligibility: people and reasons'],
    input: Type.Object({
      planId: idParam,
      standing: Type.Union(callStandings.map((one) => Type.Literal(one))),
      deptId: Type.Optional(idParam),
    }),
    run: ({ planId, standing, deptId }, call) =>
      eligiblePeople(call, { planId, standing, deptId: deptId ?? null }),
  }),
  endpoint({
    method: 'POST',
    path: teamService,
    auth: 'user',
    permissions: [openCallsCode],
    perMinute: 60,
    summary: ['试一个团队', 'Try a team on all calls'],
    input: Type.Object({
      leaderId: idParam,
      members: Type.Optional(Type.Array(idParam, { maxItems: maxTeamMembers })),
    }),
    run: ({ leaderId, members = [] }, call) => teamFindingsByCall(call, { leaderId, members }),
  }),
];
