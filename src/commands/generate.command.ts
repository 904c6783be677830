import { Command, InvalidArgumentError } from 'commander';
import { seedNow } from '../config/environment.js';
import { runAsOwner } from '../database/owner-client.js';
import { completeOptions, GivenOptions } from '../jobs/generate/generate-options.js';
import { generate } from '../jobs/generate/load-generated.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { integerParser } from './command-line/option-parsers.js';

const examples = `
Examples:
  npm run db:generate
  npm run db:generate -- --streamers 100000 --streams-per-streamer 20 --seed 1
  npm run db:generate -- --streamers 1000000 --streams-per-streamer 10 --days 30 --viewer-samples 0
  npm run db:generate -- --now 2026-10-01T12:00:00Z`;

export function generateCommand(run: CommandRun): Command {
  return new Command('generate')
    .summary('fill an empty database with generated data of any size')
    .description(
      'Fills an empty database with generated data of any size, for benchmarks: a few large streamers, a long tail, and some live streams. The same options create the same rows. Other connections cannot read the tables until the command ends.',
    )
    .option('--streamers <number>', 'streamers', integerParser(1, 10_000_000), 10_000)
    .option('--streams-per-streamer <number>', 'average number of streams per streamer', integerParser(0, 10_000), 20)
    .option(
      '--viewer-samples <number>',
      'total number of viewer samples (default: 2.5 per stream)',
      integerParser(0, 10_000_000_000),
    )
    .option('--follower-points-per-streamer <number>', 'follower points per streamer', integerParser(0, 10_000), 10)
    .option('--days <number>', 'number of past days that the data covers', integerParser(1, 10_000), 90)
    .option('--seed <number>', 'seed of the random numbers', integerParser(0, 4_294_967_295), 1)
    .option('--now <time>', 'time that dates are relative to (default: SEED_NOW, otherwise now)', parseNow)
    .addHelpText('after', examples)
    .action(async (given: GivenOptions) => {
      const options = completeOptions({ ...given, now: given.now ?? seedNow(run.surroundings.env) });
      run.log(`Generating from seed ${options.seed}, as of ${options.now.toISOString()}.`);
      const words =
        'If all tables were filled, npm run leaderboard:refresh builds the leaderboard. Otherwise nothing was changed.';
      await runAsOwner(run, words, (client) => generate(client, options, run.log));
    });
}

function parseNow(text: string): Date {
  try {
    return seedNow({ SEED_NOW: text });
  } catch {
    throw new InvalidArgumentError('It must be a time such as 2026-10-01T12:00:00Z.');
  }
}
