import { Option, type Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import type { Authorized, InstanceResource, Role } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting, openOrCreate } from './place.ts';
import { addressOption, linkTo } from './public-address.ts';
import { textTable } from './table.ts';

interface Common {
  data?: string;
  json?: boolean;
}
interface Linking extends Common {
  address?: string;
}

export function addUsers(program: Command): void {
  const users = program
    .command('users')
    .description('Manage accounts, roles and password links.')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire users add --name "Ana Lima" --email ana@lab.example
  $ voirdire users role ana@lab.example --project heat --role annotator
  $ voirdire users link ana@lab.example --address https://voirdire.lab.example`
    );
  addList(users);
  addAdd(users);
  addRoleCommand(users);
  addLink(users);
  addSetUp(users);
  addStanding(users);
}

/** Commands that open and close accounts and name admins: the same functions as on the page of accounts. */
function addStanding(users: Command): void {
  const standing = (
    name: 'disable' | 'enable' | 'admin',
    description: string,
    said: (email: string, removed: boolean) => string
  ): void => {
    const command = withCommon(users.command(name), `users ${name} ana@lab.example`)
      .description(description)
      .argument('<email>', 'e-mail address of the account')
      .action(async (email: string, options: Common & { remove?: boolean }) => {
        const { disablePerson, enablePerson, setAdmin } = await import('../lib/server/auth/accounts/standing.ts');
        const { personByEmail } = await import('../lib/server/people.ts');
        const removed = options.remove === true;
        await withDatabase(options, openExisting, (db, grant) => {
          const { id } = personByEmail(db, grant, email);
          if (name === 'admin') setAdmin(db, grant, id, !removed);
          else (name === 'disable' ? disablePerson : enablePerson)(db, grant, id);
        });
        if (options.json) return printJson({ email, [name]: !removed });
        console.log(said(email, removed));
      });
    if (name === 'admin') command.option('--remove', 'remove the admin role; the last admin cannot be removed');
  };
  standing(
    'disable',
    'Disable an account: its sessions and links end, and sign-in is refused. Its work is kept.',
    (email) => `${email} is disabled.`
  );
  withCommon(users.command('reset-second-factor'), 'users reset-second-factor ana@lab.example')
    .description('Remove the second factor of a person who lost device and recovery codes. Their sessions end.')
    .argument('<email>', 'e-mail address of the account')
    .action(async (email: string, options: Common) => {
      const { resetSecondFactor } = await import('../lib/server/auth/second-factor/lost-device.ts');
      const { personByEmail } = await import('../lib/server/people.ts');
      await withDatabase(options, openExisting, (db, grant) =>
        resetSecondFactor(db, grant, personByEmail(db, grant, email).id)
      );
      if (options.json) return printJson({ email, secondFactor: false });
      console.log(`${email} signs in without a second factor.`);
    });
  standing('enable', 'Enable a disabled account.', (email) => `${email} is enabled.`);
  standing('admin', 'Grant or remove the admin role for the instance.', (email, removed) =>
    removed ? `${email} is no longer an admin of this instance.` : `${email} is an admin of this instance.`
  );
}

function addList(users: Command): void {
  withCommon(users.command('list'), 'users list')
    .description('List accounts with their roles.')
    .action(async (options: Common) => {
      const { listAccounts } = await import('../lib/server/people.ts');
      const accounts = await withDatabase(options, openExisting, listAccounts);
      if (options.json) return printJson({ people: accounts });
      console.log(
        accounts.length === 0
          ? 'There are no accounts yet. Create one with "voirdire users add", or the first admin with "voirdire users set-up".'
          : textTable(
              ['name', 'e-mail', 'admin', 'roles'],
              accounts.map(({ name, email, admin, disabled, roles }) => [
                name,
                email,
                disabled ? 'disabled' : admin ? 'yes' : '',
                roles.map(({ project, role }) => `${role} of ${project}`).join(', ')
              ])
            )
      );
    });
}

function addAdd(users: Command): void {
  withCommon(
    users.command('add'),
    'users add --name "Ana Lima" --email ana@lab.example',
    'users add --name Ada --email ada@lab.example --admin --password-stdin < password.txt'
  )
    .description('Create an account. A password is generated and printed unless --password-stdin is given.')
    .requiredOption('--name <name>', 'displayed name')
    .requiredOption('--email <address>', 'e-mail address for signing in')
    .option('--admin', 'make the account an admin of the instance')
    .option('--password-stdin', 'read the password from standard input')
    .action(async (options: Common & { name: string; email: string; admin?: boolean; passwordStdin?: boolean }) => {
      const { addUser } = await import('../lib/server/auth/accounts/accounts.ts');
      const { generatePassword } = await import('../lib/server/auth/sign-in/passwords.ts');
      const { name, email, admin = false } = options;
      const given = options.passwordStdin ? await firstLineOfInput() : null;
      const password = given ?? generatePassword();
      await withDatabase(options, openOrCreate, (db) => addUser(db, { name, email, password, admin }));
      if (options.json) return printJson({ name, email, admin, ...(given === null ? { password } : {}) });
      console.log(`${name} (${email}) can sign in${admin ? ' and is an admin of this instance' : ''}.`);
      if (given === null) console.log(`Password: ${password}`);
    });
}

function addRoleCommand(users: Command): void {
  withCommon(users.command('role'), 'users role ana@lab.example --project heat --role annotator')
    .description('Grant or remove a role in a project.')
    .argument('<email>', 'e-mail address of the account')
    .requiredOption('--project <slug>', 'project of the role')
    .addOption(
      new Option('--role <role>', 'the role')
        .choices(['annotator', 'reviewer', 'adjudicator', 'lead', 'viewer'])
        .makeOptionMandatory()
    )
    .option('--remove', 'remove the role; the work of the person is kept')
    .action(async (email: string, options: Common & { project: string; role: Role; remove?: boolean }) => {
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { personByEmail } = await import('../lib/server/people.ts');
      const { addRole, removeRole } = await import('../lib/server/projects.ts');
      const { projectNamed } = await import('./project-named.ts');
      const { project: slug, role, remove = false } = options;
      await withDatabase(options, openExisting, (db, administer) => {
        const { id } = personByEmail(db, administer, email);
        const grant = authorize(operator, { kind: 'project', id: projectNamed(db, slug).id }, 'manage');
        (remove ? removeRole : addRole)(db, grant, id, role);
      });
      if (options.json) return printJson({ email, project: slug, role, held: !remove });
      console.log(`${email} is ${remove ? 'no longer' : 'now'} ${role} of ${slug}.`);
    });
}

function addLink(users: Command): void {
  withAddress(withCommon(users.command('link'), 'users link ana@lab.example --address https://voirdire.lab.example'))
    .description('Print a link for setting a new password. It works once and expires after two days.')
    .argument('<email>', 'e-mail address of the account')
    .action(async (email: string, options: Linking) => {
      const { resetLink } = await import('../lib/server/auth/accounts/invitations.ts');
      const { token } = await withDatabase(options, openExisting, (db, grant) => resetLink(db, grant, email));
      const link = await linkTo(options.address, dataFolder(options.data), `/reset/${token}`);
      if (options.json) return printJson({ email, link });
      console.log(link);
    });
}

function addSetUp(users: Command): void {
  withAddress(withCommon(users.command('set-up'), 'users set-up --address http://localhost:3000'))
    .description('Print a new link for creating the first admin; earlier links stop working.')
    .action(async (options: Linking) => {
      const { setUpLink } = await import('../lib/server/auth/accounts/invitations.ts');
      const token =
        (await withDatabase(options, openOrCreate, (db) => setUpLink(db))) ??
        refuse.conflict('This instance has an admin already. Use "voirdire users link EMAIL" for a lost password.');
      const link = await linkTo(options.address, dataFolder(options.data), `/set-up/${token}`);
      if (options.json) return printJson({ link });
      console.log(link);
    });
}

const withCommon = (command: Command, ...examples: string[]): Command =>
  command
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', `\nExample:\n${examples.map((example) => `  $ voirdire ${example}`).join('\n')}`);

const withAddress = (command: Command): Command => command.addOption(addressOption());

async function withDatabase<T>(
  { data }: Common,
  open: typeof openExisting,
  work: (db: Db, grant: Authorized<InstanceResource, 'administer'>) => T | Promise<T>
): Promise<T> {
  const { authorize, instance, operator } = await import('../lib/server/auth/authorize.ts');
  const { db, close } = await open(dataFolder(data));
  try {
    return await work(db, authorize(operator, instance, 'administer'));
  } finally {
    close();
  }
}

async function firstLineOfInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text.split(/\r?\n/)[0] ?? '';
}
