import { Option, type Command } from 'commander';
import { roles, type Role } from '../lib/server/auth/authorize.ts';
import { printJson } from './outcome.ts';
import { dataFolder } from './place.ts';
import { addressOption, linkTo } from './public-address.ts';
import { asJson, inProject, withPlace, type StudyPlace } from './study-place.ts';

interface InviteOptions extends StudyPlace {
  role: Role;
  note?: string;
  address?: string;
}

/** Makes a link by which a person joins a project, as the page *People* does. */
export function addInvite(program: Command): void {
  withPlace(program.command('invite'))
    .description('Print an invitation link with which one person joins a project in a role.')
    .addOption(new Option('--role <role>', 'role in the project').choices([...roles]).makeOptionMandatory())
    .option('--note <text>', 'name of the invited person; visible to leads')
    .addOption(addressOption())
    .addOption(asJson())
    .addHelpText(
      'after',
      '\nExample:\n  $ voirdire invite --project heat --role annotator --note "Ben" --address https://voirdire.lab.example'
    )
    .action((options: InviteOptions) =>
      inProject(options, async ({ db, manage }) => {
        const { invite } = await import('../lib/server/auth/accounts/invitations.ts');
        const { role, note = '', address } = options;
        const { id, token } = invite(db, manage, { role, note });
        const link = await linkTo(address, dataFolder(options.data), `/join/${token}`);
        if (options.json) return printJson({ id, role, link });
        console.log(link);
      })
    );
}
