import { nothingToDo, type SetupTexts } from './setupText.ts';

/** The machine’s clock and the backup. */
export const machine = {
  clock_right: nothingToDo('Marina ny famantaranandron’ny mpizara.', 'L’horloge du serveur est à l’heure.', 'The server’s clock is right.'),
  clock_wrong: {
    mg: {
      found: 'Misy elanelana {seconds} segondra ny famantaranandron’ny mpizara sy ny an’ny mpandraharaha.',
      next: 'Ampifanaraho amin’ny NTP ny famantaranandron’ny mpizara: timedatectl set-ntp true',
    },
    fr: {
      found: 'L’horloge du serveur a {seconds} secondes d’écart avec celle de l’opérateur.',
      next: 'Synchronisez l’horloge du serveur avec NTP : timedatectl set-ntp true',
    },
    en: {
      found: 'The server’s clock differs from the operator’s by {seconds} seconds.',
      next: 'Synchronize the server’s clock with NTP: timedatectl set-ntp true',
    },
  },
  clock_unknown: {
    mg: {
      found: 'Tsy azo nampitahaina ny famantaranandro.',
      next: 'Alefaso ao amin’ny mpizara ny timedatectl, ary hamarino fa mifanaraka ny NTP.',
    },
    fr: {
      found: 'L’horloge n’a pas pu être comparée avec celle de l’opérateur.',
      next: 'Lancez timedatectl sur le serveur et vérifiez que NTP est synchronisé.',
    },
    en: {
      found: 'The clock could not be compared with the operator’s.',
      next: 'Run timedatectl on the server and check that NTP is synchronized.',
    },
  },
  backup_recent: nothingToDo(
    '{hours} ora izay no nanaovana ny tahiry farany.',
    'La dernière sauvegarde date d’il y a {hours} h.',
    'The newest backup is {hours} h old.',
  ),
  backup_old: {
    mg: {
      found: '{days} andro izay no nanaovana ny tahiry farany.',
      next: 'Jereo hoe nahoana no tsy nandeha ny tahiry isan’alina, dia alefaso ny tsena backup.',
    },
    fr: {
      found: 'La dernière sauvegarde date d’il y a {days} jours.',
      next: 'Cherchez pourquoi la sauvegarde de chaque nuit n’a pas eu lieu, puis lancez tsena backup.',
    },
    en: {
      found: 'The newest backup is {days} days old.',
      next: 'Find out why the nightly backup did not run, then run tsena backup.',
    },
  },
  backup_none: {
    mg: {
      found: 'Mbola tsy nisy tahiry voasoratra.',
      next: 'Alefaso isan’alina ny tsena backup. Amin’ny PostgreSQL: pg_dump, dia tsena backup --record.',
    },
    fr: {
      found: 'Aucune sauvegarde n’a été enregistrée.',
      next: 'Lancez tsena backup chaque nuit. Avec PostgreSQL : pg_dump, puis tsena backup --record.',
    },
    en: {
      found: 'No backup was recorded.',
      next: 'Run tsena backup every night. On PostgreSQL: pg_dump, then tsena backup --record.',
    },
  },
} satisfies SetupTexts;
