import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { robot } from './robot.ts';
import { textForGroup } from './robot-services.server.ts';
import type { GroupRobots } from './robots.server.ts';

const trial: Readonly<Record<'title' | 'text', Label>> = {
  title: ['测试消息', 'Test message'],
  text: [
    '收到本消息说明群机器人配置可用。',
    'This message shows that the group bot settings work.',
  ],
};

/** Calls that send a test message by a group robot. */
export const robotEndpoints = (robots: GroupRobots): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'keyan/robot/try',
    auth: 'user',
    permissions: ['robot_edit'],
    summary: ['向群里发一条测试消息', 'Send a test message to the group'],
    input: Type.Object({ id: idParam }),
    perMinute: 6,
    run: async (input, { actor, engine }) => {
      await engine.as(actor).read(robot, input.id);
      const outcome = await robots.say(actor.tenantId, input.id, {
        title: textForGroup(trial.title),
        lines: [{ title: textForGroup(trial.text), url: '' }],
        more: 0,
      });
      if (outcome.state !== 'sent') {
        throw new Refused(
          fill(['消息没有发出：{reason}', 'The message was not sent: {reason}'], {
            reason: outcome.reason,
          }),
        );
      }
      return new Reply(true, ['测试消息已发到群里', 'A test message was sent to the group']);
    },
  }),
];
