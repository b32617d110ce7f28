import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { profileFields } from '#contract/fields.ts'
import type { User } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { useSite } from '../../lib/site.ts'
import { toast } from '../../lib/toast.ts'
import { UserText } from '../../shell/user-text.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { SettingLine } from '../frame/setting-line.tsx'

const profileForm = z.object(profileFields)

/**
 * The user's data; the nickname is edited in place. Its field is disabled until the user has loaded, because
 * the arriving nickname would mix with what is typed.
 */
export function ProfileCard({ user }: { user: User | undefined }) {
  const { timeZone } = useSite()

  async function handleSubmit(typed: z.output<typeof profileForm>) {
    await call(api.account.editProfile, typed, { isQuiet: true })
    toast('昵称已保存')
  }

  return (
    <ListCard title="个人资料">
      <Form className="form nickname-form" schema={profileForm} onSubmit={handleSubmit}>
        <Field
          name="nickname"
          label="昵称"
          autoComplete="nickname"
          maxLength={20}
          defaultValue={user?.nickname}
          disabled={!user}
          hint="1–20 个字符，显示在页面右上角"
        />
        <SubmitButton isWide={false} disabled={!user}>
          保存
        </SubmitButton>
      </Form>
      <ul className="list" aria-busy={!user}>
        <SettingLine
          icon="mail"
          name="邮箱"
          link={{ to: '/account/change-email', label: '修改邮箱' }}
        >
          {user?.email ?? <UserText part="email" />}
        </SettingLine>
        <SettingLine
          icon="lock"
          name="密码"
          link={{ to: '/account/change-password', label: '修改密码' }}
        >
          修改后，其他设备会退出登录
        </SettingLine>
        <SettingLine icon="clock" name="时区">
          {`页面上的时间都按${timeZoneName(timeZone)}显示`}
        </SettingLine>
        <SettingLine icon="user" name="注册时间">
          {user && <TimeText iso={user.createdAt} />}
        </SettingLine>
      </ul>
    </ListCard>
  )
}

/** The name of a time zone with its UTC offset: 中国标准时间（UTC+8）. */
function timeZoneName(timeZone: string, now: Date = new Date()): string {
  const part = (style: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat('zh-CN', { timeZone, timeZoneName: style })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${part('long')}（${part('shortOffset').replace('GMT', 'UTC')}）`
}
