import { createLimits } from '../http/limits/limits.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { oncePerFile } from './once-per-file.ts'

/**
 * One server for all tests of a file. Each finds it as if it had just started: nobody has an account or waits for a
 * mail, no limit is used up and the clock is right. Accounts with orders or credit cannot go; they lose their address.
 */
export function serverOfFile(
  options: Parameters<typeof startTestServer>[0] = {},
): () => Promise<TestServer> {
  const serverOf = oncePerFile(() => startTestServer(options))
  return async () => {
    const server = await serverOf()
    server.resetClock()
    forgetRefusals(server)
    await server.sql`
      do $$ declare each uuid; begin
        delete from jobs;
        delete from rate_limits;
        delete from mailed_codes;
        delete from api_keys;
        delete from application_grants;
        for each in select id from users loop
          begin
            delete from users where id = each;
          exception when foreign_key_violation then
            update users set email = 'former-' || each where id = each and email is not null;
          end;
        end loop;
      end $$`
    return server
  }
}

/** The server knows only what the database says about limits, as another node does. */
export function forgetRefusals({ deps, sql }: TestServer): void {
  deps.limits = createLimits(sql)
}
