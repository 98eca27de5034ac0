//! English words by what they do. Base forms only; -s, -ed and -ing are found by the matcher.

use super::{Class, Words};

/// The words.
pub const WORDS: Words = &[
    (
        Class::Delete,
        "delete, erase, wipe, wipe out, empty, truncate, purge, destroy, nuke, get rid of, throw away, throw out, \
         rm, rmdir, trash, discard, drop, obliterate, expunge, shred, bin, unlink",
    ),
    (
        Class::Remove,
        "remove, clear, clear out, clean, clean out, clean up, prune, take out, take away, strip, uninstall, \
         tidy up, kill, scrap, dispose of",
    ),
    (
        Class::Overwrite,
        "overwrite, force push, reset hard, rewrite history, rewrite the history, rewrite the git history, \
         rewrite git history, squash the history, squash the whole history, squash the entire history, \
         filter branch, replace the original, replace the originals, save over, reset the repo, \
         reset the repository, reset the branch, reset the main branch, factory reset",
    ),
    (Class::Format, "format, close, reformat, reset, repartition"),
    (
        Class::Deploy,
        "deploy, redeploy, release, roll out, roll back, rollback, rollout, ship, go live, put live, push live, \
         promote, bring live, take live, terraform apply, terraform destroy, revert the release, revert the deploy, \
         revert the deployment",
    ),
    (
        Class::Migrate,
        "migrate, upgrade, backfill, back fill, encrypt, rehost, replatform, re-platform, downgrade, back-fill, \
         re encrypt, reencrypt, decrypt",
    ),
    (
        Class::Switch,
        "switch, switch over, move, move over, port, convert, replace, swap, swap out, transition, change over, \
         change, transfer, bump, update, shift, cut over, rebuild, rewrite, get off, adopt",
    ),
    (
        Class::Pay,
        "pay, pay out, pay off, refund, reimburse, buy, purchase, donate, charge, top up, wire, transfer, \
         issue a refund, issue the refund, issue refunds, give a refund, subscribe, renew, settle, run payroll, \
         run the payroll, debit, credit",
    ),
    (
        Class::Send,
        "send, send out, email, e mail, mail, message, forward, notify, text, dm, invite, reply to, reply, \
         respond to, answer, ping, let the client know, let the customers know, cc",
    ),
    (
        Class::Publish,
        "publish, post, tweet, announce, share, open source, opensource, submit, make public, go public, upload, \
         broadcast, unpublish",
    ),
    (Class::Push, "push, git push"),
    (Class::Merge, "merge, squash merge, merge back, rebase"),
    (
        Class::Secure,
        "rotate, revoke, grant, reissue, regenerate, reset, change, replace, update, renew, share, expose, assign, \
         promote, demote, elevate, transfer, lock, unlock, block, ban, deactivate, suspend, open, whitelist, allow, \
         create, invite, close",
    ),
    (Class::Give, "give, add, make, set, remove, enable, extend"),
    (
        Class::Disable,
        "turn off, disable, switch off, deactivate, bypass, remove, drop, take down, turn it off, shut off, lift, \
         unset, relax, loosen",
    ),
    (
        Class::Restart,
        "restart, reboot, stop, shut down, shut, start, power off, bounce, scale down, scale, scale up, take down, \
         kill, pause, resume, drain, failover, fail over, recycle",
    ),
    (
        Class::Build,
        "build, create, make, develop, set up, setup, implement, code, code up, spin up, scaffold, bootstrap, \
         design, program, put together, write, construct, launch, prototype, stand up, start",
    ),
    (
        Class::Rework,
        "refactor, rewrite, split, split up, redesign, restructure, rearchitect, modularize, modularise, rework, \
         overhaul, reorganize, reorganise, extract, decouple, break up, re architect, consolidate, rip out",
    ),
    (Class::Write, "write, draft, compose, document, describe"),
    (
        Class::Edit,
        "cut, fix, change, edit, add, set, update, rename, adjust, correct, improve, optimize, optimise, tweak, move, \
         put, use, replace, align, center, centre, resize, rotate, connect, wire up, hook up, integrate, insert, \
         append, prepend, apply, bump, raise, lower, increase, decrease, reduce, double, turn on, turn, enable, \
         install, reinstall, configure, convert, copy, duplicate, archive, unarchive, compress, zip, unzip, extract, \
         sort, order, group, merge, combine, join, mark, tag, label, assign, cancel, unsubscribe, book, schedule, \
         reschedule, export, import, load, upload, download, sync, reorder, hide, show up, swap, shorten the name, \
         crop, organize, organise, tidy, restore, revert, undo, redo, patch, resolve, solve, repair, debug, handle, \
         support, allow, prevent, validate, migrate the wording, wrap, cache, log, mock, rebase, cherry pick, amend, \
         generate, fill, fill in, populate, register, comment out, uncomment, indent, inline, expose, bind, link, \
         unlink, attach, detach, close, open, reopen, lock, unlock, format, start coding, start, begin, continue, \
         finish, complete, work on, go, do, take care of, make sure, ensure, include, exclude, bring, take, pull, \
         stash, init, initialize, initialise, speed up, simplify, refresh, decorate, style, color, colour, paint, \
         translate the ui, localize, localise, pin, unpin, split, dedupe, deduplicate, anonymize, anonymise, \
         normalize, normalise, scale, clone, fork, subscribe, adapt, extend, expand, collect, gather, prepare, \
         process, file, flip, mirror, trim, sanitize, sanitise, redact, truncate the text, provision, cover, stop, \
         drop the prefix, keep, give, save, transform, transcode, record, execute the steps, implement, \
         ship the fix, introduce, automate, rerun, retry, patch up, round, migrate the test, push down, clean, \
         polish",
    ),
    (Class::Run, "run, execute, re run, rerun, kick off, trigger, invoke, launch, start, apply"),
    (
        Class::Save,
        "save, commit, stash, store it, put it, put the result, write it, write them, write the result, \
         save the result, paste it",
    ),
    (
        Class::TextTask,
        "translate, summarize, summarise, explain, proofread, rephrase, paraphrase, reword, shorten, interpret, \
         spell check, spellcheck, tldr, sum up, recap, render the above, clarify, simplify this, simplify the text, \
         simplify the following, give me the gist, make this sound, make it sound, improve the wording, \
         improve this text, polish this, polish the text, check the grammar, check grammar, check my grammar, \
         correct the grammar, correct this text, edit this text, edit this email, rewrite this sentence, \
         rewrite this paragraph, rewrite this text, rewrite the text, rewrite the following, rewrite this email, \
         rewrite this e mail, fix the grammar, classify, extract the key points, extract the names, \
         extract the dates, turn this text, turn this into a, decode, transcribe, review this text, \
         review this email, how should i answer, how should i reply, what should i answer, what should i reply, \
         how do i answer, how do i reply, how would you answer, how would you reply, help me answer, help me reply, \
         what does this mean, what does that mean, what does it mean, what does the following mean, \
         what is this about, what do they want, what is meant, is this correct english, is this correct, \
         please advise, gist of, what do you make of",
    ),
    (
        Class::Read,
        "show, list, find, count, read, look, look up, look at, look for, look into, check, search, print, display, \
         view, compare, tell, tell me, give me a list, give me an overview, give me a summary, give me the number, \
         drop me, drop me a short summary, drop me a line, describe, inspect, analyze, analyse, review, see, browse, \
         fetch, get, give me, open, walk me through, summarize, investigate, examine, recommend, suggest, propose, \
         guess, calculate, compute, estimate, define, name, grep, cat, ls, help me understand, remind me, \
         keep in mind, note, verify, send me, mail me, email me, teach me, quit, skip, forget, ignore, audit, \
         figure out, identify, trace, diagnose, outline",
    ),
    (
        Class::Chat,
        "continue the list, continue the story, complete the sentence, remove every vowel, reverse the string, \
         count the words, sort the words, sort these words, sort this list, alphabetize, tell me a joke, \
         tell me a story, imagine you, play, pretend, act as, roleplay, recite, rhyme, brainstorm names, sing, \
         guess",
    ),
    (
        Class::Data,
        "file, folder, directory, table, database, db, record, row, user, customer, client, account, backup, bucket, \
         volume, branch, mail, email, e mail, message, inbox, log, order, data, dataset, repo, repository, project, \
         server, environment, photo, picture, image, archive, invoice, ticket, contact, snapshot, cluster, \
         namespace, pod, container, queue, topic, everything, mailbox, document, doc, report, partition, disk, \
         drive, collection, subscriber, event, schema, calendar, history, upload, export, attachment, spam, tenant, \
         member, profile, subscription, post, video, note, recording, draft, deployment, instance, vm, machine, \
         site, website, workspace, release, session, receipt, conversation, chat, thread, content, entry, item, \
         model, asset, stack, resource, s3, secret, migration, reference data, lead, payment, transaction, product, \
         card, board, issue, wiki, page, download, trash, dump, index, stash, commit, tag",
    ),
    (
        Class::Many,
        "page, component, module, repo, service, test file, spec, endpoint, controller, template, translation, \
         locale, migration, product, event, issue, ticket, photo, picture, image, video, song, track, slide, \
         spreadsheet, sheet, cell value, pdf, codebase, project, website, site, package, dependency, library, docs, \
         documentation, tag, subscription, invoice, contract, payment, server, class, view, script, employee, \
         student, participant, subscriber, device, repository, source, code base, app, screen, form, notebook, \
         recipe, article, post, test",
    ),
    (
        Class::Trifle,
        "line, word, letter, import, comment, style, blank, whitespace, white space, space, typo, spelling, wording, \
         semicolon, comma, sentence, paragraph, heading, headline, padding, margin, border, color, colour, icon, \
         label, console.log, console, statement, print, variable, parameter, argument, attribute, property, \
         character, punctuation, caption, title, text, font, pixel, logo, indentation, indent, trailing, vowel, \
         tooltip, placeholder, bullet, dot, emoji, prefix, suffix, explanation, footnote, dependency, warning, todo, \
         watermark, newline, tab, quote, capitalization, formatting, constant, name, alt text, link, duplicate line, \
         bracket, import line, shadow, badge, hyphen, copyright, copyright year, headers comment, docstring, \
         log statement, debug output, debug log, debug statement, intro, introduction, abstract, section, chapter, \
         translation key, css class, class name, radius, width, height, opacity, cursor, arrow, separator, divider, \
         background, version, version number",
    ),
    (
        Class::Remade,
        "node_modules, node modules, cache, dist, build output, build folder, build directory, build artifacts, \
         build artefacts, artifact, artefact, .next, target folder, target directory, coverage report, __pycache__, \
         pycache, venv, .venv, compiled files, generated files, installed dependencies, installed packages, \
         dist folder, temp build, .cache, build cache, build files, tmp cache",
    ),
    (Class::Empty, "empty folder, empty directory, empty file, empty"),
    (
        Class::Feature,
        "button, test, tests, script, unit test, integration test, documentation, readme, tutorial, guide, helper, \
         handler, menu, dialog, modal, popup, form, field, checkbox, dropdown, toggle, tab bar, sidebar, header, \
         footer, navbar, widget, chart, graph, banner, hook, middleware, endpoint, route, filter, column header, \
         template, notes, note, changelog, example, command, option, flag, feature, shortcut, page, screen, layout, \
         message text, error message, logic, parser, validator, validation, function, method, wrapper, mixin, \
         migration, migration file, workflow, workflow file, config, configuration, config file, dockerfile, \
         makefile, stub, fixture, mock, snippet, animation, toast, notification, policy document, event handler, \
         listener, job, task, bug, error, issue, crash, problem, check, step, flow, doc, docs, pagination, \
         search bar, search box, spinner, slider, carousel, list view, card layout, theme, dark mode, mode, hotkey, \
         placeholder, log message, warning, procedure, checklist, runbook",
    ),
    (
        Class::Check,
        "test, tests, test suite, suite, unit tests, linter, lint, build, formatter, type check, typecheck, \
         type checker, eslint, pytest, jest, cargo test, npm test, specs, benchmark, benchmarks, e2e, prettier, ci, \
         coverage, make test, checks, dev server, local server, app locally, dry run",
    ),
    (
        Class::System,
        "database, provider, framework, client, api, cluster, cloud, data center, data centre, datacenter, crm, erp, \
         orm, engine, platform, vendor, sdk, build tool, bundler, host, hosting, hosting provider, registrar, dns, \
         mail server, server, gateway, payment provider, auth provider, message broker, broker, queue, storage, \
         service, library, mysql, postgres, postgresql, sqlite, mariadb, mongodb, mongo, redis, oracle, sql server, \
         dynamodb, elasticsearch, opensearch, cassandra, clickhouse, supabase, firebase, firestore, kafka, rabbitmq, \
         react, vue, angular, svelte, next.js, nextjs, nuxt, ember, jquery, django, flask, fastapi, rails, laravel, \
         symfony, spring, spring boot, express, nestjs, node, node.js, nodejs, deno, bun, python, java, kotlin, \
         swift, php, ruby, rust, golang, go, typescript, javascript, .net, dotnet, webpack, vite, rollup, esbuild, \
         parcel, gradle, maven, bazel, jest, vitest, mocha, pytest, cypress, playwright, selenium, yarn, pnpm, npm, \
         poetry, pip, docker, kubernetes, k8s, aws, azure, gcp, google cloud, heroku, vercel, netlify, digitalocean, \
         hetzner, cloudflare, s3, stripe, paypal, adyen, braintree, twilio, sendgrid, mailgun, mailchimp, auth0, \
         oauth, saml, sso, ldap, okta, keycloak, cognito, clerk, graphql, rest, grpc, websocket, websockets, redux, \
         zustand, mobx, tailwind, bootstrap, sass, less, prisma, typeorm, sequelize, hibernate, sqlalchemy, \
         graphql api, rest api, jenkins, github actions, gitlab, gitlab ci, circleci, github, bitbucket, svn, git, \
         jira, linear, trello, notion, confluence, salesforce, hubspot, zendesk, intercom, shopify, woocommerce, \
         magento, wordpress, hugo, jekyll, gatsby, astro, drupal, ghost, gmail, outlook, google workspace, \
         microsoft 365, office 365, fastmail, proton, exchange, slack, teams, dropbox, google drive, onedrive, \
         sharepoint, nextcloud, ubuntu, debian, windows, linux, terraform, ansible, pulumi, helm, moment, dayjs, \
         date-fns, axios, fetch, lodash, pandas, polars, tensorflow, pytorch, electron, tauri, flutter, \
         react native, expo, elastic, solr, algolia, datadog, grafana, prometheus, sentry, nginx, apache, caddy, \
         traefik, monorepo, microservices, serverless, mailjet, postmark, airtable, excel",
    ),
    (
        Class::Schema,
        "column, schema, foreign key, primary key, index, constraint, not null, nullable, bigint, varchar, \
         enum type, data type, data model, table structure",
    ),
    (
        Class::Store,
        "table, database, db, schema, sql, mysql, postgres, postgresql, sqlite, int, bigint, varchar, nullable, \
         not null, foreign key, timestamp, uuid, jsonb, primary key, decimal, model",
    ),
    (
        Class::Sheet,
        "sheet, spreadsheet, csv, excel, page, view, report, grid, ui, dashboard, list, markdown, html, readme, \
         slide, document",
    ),
    (
        Class::Money,
        "price, raise, pay raise, discount, fee, subscription, tariff, salary, salaries, payroll, payout, refund, \
         donation, markup, mark up, mark ups, rate, wage, bonus, credit limit, vat, tax, membership, hosting plan, \
         plan tier, licence fee, license fee, deposit, rent, coupon, budget cap, bid, ad budget, ticket price, \
         shipping cost",
    ),
    (
        Class::Sum,
        "euro, eur, usd, dollar, dollars, euros, pounds, gbp, chf, yuan, percent, bucks, money, fund, funds, amount, \
         bank, bank account, iban, supplier, landlord, contractor, invoice, order, payment, bill, ticket, balance, \
         flight, hotel",
    ),
    (
        Class::Person,
        "client, customer, user, team, mailing list, everyone, everybody, all staff, staff, subscriber, boss, \
         manager, colleague, supplier, landlord, press, journalist, partner, member, them, him, her, investor, \
         candidate, applicant, vendor, contact, accountant, lawyer, board, participant, group, recipient, guest, \
         public",
    ),
    (
        Class::Channel,
        "linkedin, slack, twitter, facebook, instagram, telegram, whatsapp, channel, blog, website, forum, reddit, \
         npm, pypi, crates.io, app store, play store, youtube, medium, discord, newsletter, teams, store, \
         marketplace, public, social media, mastodon, hacker news, x, docker hub, registry, github, tiktok, team, \
         client, customer, everyone, link, world",
    ),
    (
        Class::Trunk,
        "main, master, develop, trunk, production branch, default branch, upstream, release branch, pr, \
         pull request, mr, merge request, prs, dev branch",
    ),
    (
        Class::Branch,
        "branch, commit, change, changes, origin, remote, github, gitlab, tag, tags, repo, it, them, everything, \
         all, this, that, work, code, fix, result, heroku, bitbucket, update, server",
    ),
    (
        Class::Topic,
        "feature branch, topic branch, my branch, own branch, my own branch, feature, this branch, working branch, \
         my feature branch",
    ),
    (
        Class::Secret,
        "key, token, password, passphrase, credential, certificate, cert, secret, api key, ssh key, access key, \
         access token, service account, ssl certificate, private key, pin, env secret, webhook secret, passwords, \
         recovery code",
    ),
    (
        Class::Right,
        "access, admin access, admin, administrator, permission, right, role, owner, privilege, privileges, \
         ownership, firewall, firewall rule, security group, acl, write access, read access, root access, sudo, \
         superuser, maintainer, collaborator, port, editor rights",
    ),
    (
        Class::Guard,
        "two factor, two factor authentication, 2fa, mfa, multi factor, firewall, branch protection, antivirus, \
         authentication, ssl, tls, certificate check, certificate validation, captcha, rate limit, rate limiting, \
         rate limiter, security, encryption, backup, protection, password check, csrf, cors, spam filter, audit log, \
         audit logging, virus scanner, secret scanning, sandbox, defender, ssl verification, safe mode, selinux, \
         monitoring, alert, alerts, login",
    ),
    (Class::Account, "account, accounts, user, users, login, employee, bank account, google account, github account"),
    (
        Class::Live,
        "production, prod, live server, live site, live system, live database, live db, live shop, live store, \
         live page, live environment, live website, live app, live api, live, on live, in live",
    ),
    (
        Class::Server,
        "server, servers, nginx, api, database, service, vm, instance, cluster, host, machine, pods, router, worker, \
         workers, website, site, daemon, postgres, redis, mysql, queue",
    ),
    (
        Class::Disk,
        "disk, drive, card, partition, volume, usb, stick, usb stick, sd card, hard disk, ssd, hard drive, account, \
         usb drive, laptop, phone, bank account",
    ),
    (
        Class::Large,
        "app, application, bot, chatbot, site, website, web site, web app, service, dashboard, pipeline, crm, game, \
         extension, browser extension, platform, shop, online shop, web shop, store, portal, system, backend, \
         back end, frontend, front end, api, rest api, microservice, tool, cli, telegram bot, discord bot, saas, \
         marketplace, landing page, blog, plugin, mobile app, admin panel, admin area, scraper, crawler, compiler, \
         clone, mvp, ci pipeline, etl, data pipeline, search engine, wiki, product, prototype, forum, intranet, \
         monitoring, infrastructure, integration, recommendation engine, design system, package",
    ),
    (
        Class::Module,
        "flow, feature, checkout, logic, page, screen, area, cart, module, service, monolith, architecture, codebase, code base, layer, project, package, subsystem, backend, \
         frontend, app, application, system, api, engine, library, structure, database, schema, repo, repository, \
         pipeline, components, state management, crate",
    ),
    (
        Class::Unit,
        "function, method, component, query, loop, helper, file, hook, class, selector, statement, expression, \
         regex, css, stylesheet, html, test, config, readme, sentence, list, string, button, form, cell",
    ),
    (
        Class::Content,
        "poem, haiku, joke, story, song, essay, regex, regular expression, recipe, limerick, tweet, slogan, speech, \
         toast, quiz, riddle, letter, cover letter, email, e mail, reply, draft reply, answer, blog post, article, \
         summary, lyrics, dialogue, caption, title idea, name idea, names, ideas, haikus, poems, resume, cv, bio, \
         review, invitation, greeting, wish, headline, tagline, outline of a talk, script for a video, monologue, \
         sql query, one liner, formula, excel formula, sentence, paragraph, text about, message, ascii art, \
         table of, pros and cons, meal plan, marketing plan, business plan, workout plan, travel plan, study plan, \
         lesson plan, training plan, fairy tale, product description, description, explanation, postcard, \
         birthday card, rap, sonnet, list of, packing list, shopping list, press release, complaint, apology, \
         linkedin post, toast for, agenda, itinerary, fable, proverb, acrostic, obituary, rhyme, cron expression, \
         question, questions, example of, examples of, menu for, schedule for, comparison, plan",
    ),
    (
        Class::Tongue,
        "english, german, french, spanish, chinese, russian, italian, japanese, portuguese, polish, dutch, korean, \
         turkish, arabic",
    ),
    (
        Class::Plan,
        "plan, planning, outline, proposal, approach, strategy, roadmap, design, game plan, plan of action, \
         action plan, plan of attack",
    ),
    (
        Class::Work,
        "implementation, migration, refactoring, refactor, rollout, roll out, upgrade, deployment, release, rewrite, \
         cleanup, clean up, work, technical, restructuring, transition, cutover, redesign, rework, development, \
         integration, engineering, coding, execution, migrating, upgrading, moving, splitting, rewriting, replacing, \
         implementing, removing, building, adding, switching, introducing, fixing, cleaning, reorganizing, \
         modernization, decommissioning, test, testing, change, changes, rollback, deprecation, removal",
    ),
    (
        Class::Genre,
        "meal, marketing, price, pricing, floor, business, travel, training, workout, lesson, study, diet, \
         subscription, data, payment, pro, free, seating, garden, weekly, week's, event, wedding, trip, holiday, \
         vacation, fitness, retirement, financial, budget, career, content, social media, exercise, running, dinner, \
         party, birthday, insurance, pension, health, family, phone, savings, investment, moving house, reading, \
         learning, weekend, teaching, course, treatment, nutrition, gym, sales, campaign, launch party, enterprise, \
         premium, basic, starter, hosting, evacuation, five year, life, week, month, city, house, flat, apartment, \
         ground, seo, media, crop, planting, monthly, yearly, tariff, chemistry, 401k, escape, master",
    ),
    (
        Class::Place,
        "code, codebase, module, database, db, repo, repository, feature, page, api, endpoint, service, server, \
         test, tests, component, config, configuration, login, auth, authentication, schema, table, script, app, \
         frontend, backend, screen, branch, build, ci, dependency, dependencies, library, migration, refactoring, \
         sdk, bug, function, class, export, import, import flow, onboarding, sso, sign on, admin, report page, ui, \
         cache, queue, worker, job, file, files, folder, logic, retry, search, checkout, payment module, rename, \
         deployment, release, pipeline, docker, cluster, logging, permission, permissions, integration, webhook, \
         notification, notifications, dashboard, project, site, blog, website, package, crate, refactor, rollout, \
         upgrade, cleanup",
    ),
    (
        Class::Filler,
        "please, just, now, also, so, ok, okay, hey, hi, hello, first, finally, next, simply, quickly, kindly, \
         actually, well, then, again, thanks, alright, right, great, good, perfect, fine, yes, sure, claude, \
         assistant, step, oh, hmm, wait, always, only, either, instead, afterwards, lastly, second, third, \
         once more, in addition, to do, todo, task, my task for you, task for you, a, an, the, carefully, at least, \
         and, or, but, pls, plz, urgent, urgently, asap, quick, immediately, tomorrow, today, tonight, directly, \
         straight away, still, yet, by friday, by monday, maybe, buddy, dude, mate, sorry",
    ),
    (
        Class::Filler,
        "go ahead and, when you have time, if possible, if you can, as soon as possible, for now, right now, \
         at once, right away, this time, do it, one more thing, last thing, for me, step by step, do me a favor and, \
         do me a favour and, before that, after that, in the meantime, without asking, without further ado, \
         no need to ask",
    ),
    (
        Class::LeadIn,
        "i want you to, i need you to, i'd like you to, i would like you to, we want you to, we need you to, \
         we'd like you to, go ahead and, let's, lets, let us, make sure to, make sure you, make sure that you, \
         be sure to, you should, you must, you need to, you have to, you can, we need to, we have to, we must, \
         i need to, i have to, i want to, we want to, i'd like to, i would like to, we'd like to, don't forget to, \
         do not forget to, remember to, help me to, help me, try to, it's time to, time to, your task is to, \
         your job is to, the task is to, the goal is to, goal is to, feel free to, i'm asking you to, need to, \
         want to, please, i want, i need, we need, we want, i'd like, i would like, i'd prefer, i prefer, i expect, \
         give it a go and, you may, you are to, you're to, i must ask you to, i ask you to, start by, begin by, \
         all i want is, what i want is, what i need is, your first task is to, my request",
    ),
    (
        Class::Polite,
        "can you, could you, would you, will you, can u, could u, can we, could we, would you mind, \
         would you please, can you please, could you please, would it be possible to, is it possible for you to, \
         may i ask you to, are you able to please, any chance you could, would you kindly, mind, won't you",
    ),
    (
        Class::Need,
        "i need, we need, i want, we want, i'd like, i would like, we'd like, we would like, needed, wanted, \
         i require, we require, looking for, there should be, there must be, i wish for, would like, want, need, \
         needs, we could use",
    ),
    (
        Class::State,
        "should be, must be, has to be, have to be, needs to be, need to be, ought to be, shall be, should, must, \
         should get, should become, should not, must not, has to, needs to, should show, should have, shall, \
         is supposed to be, should always be, must always be",
    ),
    (
        Class::Not,
        "don't, dont, do not, never, not, won't, can't, cannot, doesn't, didn't, shouldn't, should not, must not, \
         mustn't, without, no, nor, neither",
    ),
    (
        Class::Then,
        "and, then, and then, after that, afterwards, finally, plus, but, so, as well as, or, and also, and finally, \
         followed by, next, lastly, and afterwards, otherwise, once done, when done, and please, before you",
    ),
    (
        Class::All,
        "all, every, each, whole, entire, across, everywhere, in bulk, throughout, any, hundreds of, thousands of, \
         dozens of, project wide, repo wide, bulk, mass, every single, hundred, thousand, everybody's, everyone's, \
         twenty, thirty, forty, fifty, sixty, hundreds, thousands, dozen, twelve, fifteen",
    ),
    (
        Class::Prep,
        "in, on, at, from, of, for, to, into, with, by, about, under, above, over, as, that, which, who, so, \
         because, if, when, after, before, until, using, via, through, without, since, onto, inside, within, below, \
         between, during, off, out, behind, older, larger, than, whose, where, and, we, i",
    ),
    (
        Class::Definite,
        "the, this, that, these, those, my, our, your, it, them, all, every, each, his, her, their, both, another, \
         some of, a, an, one, two, three, everything",
    ),
    (
        Class::Question,
        "how, what, why, who, whose, whom, which, where, what's, whats, who's, how's, where's, is, isn't, are, \
         aren't, was, were, does, doesn't, did, didn't, do you, do i, do we, do they, don't you, has, have you, \
         have we, have they, hasn't, should i, should we, should you, shall i, shall we, am i, will it, will this, \
         will that, will the, would it, would that, could it, could this, can i, can it, can this, can that, \
         can they, can the, may i, might, when does, when did, when is, when was, when will, when should, when do, \
         is there, are there, any idea, any ideas, i wonder, i'm wondering, wondering, do the, does the, would this, \
         would a, should the, should it, is it, has anyone, has the, whether, curious, i'd like to know, \
         i want to know, question",
    ),
    (
        Class::Suppose,
        "suppose, supposing, imagine, assuming, assume, hypothetically, hypothetical, what if, if i asked, \
         if i told, if i were, if i was, if we asked, if someone, if somebody, let's say, lets say, say i, pretend, \
         what happens if, what would happen, what happens when, if you were, if you had, if you could, if i had, \
         if i ever, if we ever, in theory, theoretically, if i wanted, if we wanted",
    ),
    (
        Class::Report,
        "i plan to, we plan to, i'm planning, i am planning, we're planning, we are planning, i planned, we planned, \
         i'm going to, i am going to, we're going to, we are going to, i will, i'll, we will, we'll, i might, \
         we might, i may, yesterday, last week, last month, last night, last year, i was, we were, he wants, \
         she wants, they want, he wanted, she wanted, they wanted, my manager, my boss, the client wants, \
         the customer wants, my colleague, he said, she said, they said, i think about, i'm thinking, i am thinking, \
         we are thinking, we're thinking, i've, we've, i have already, i had, we had, i did, we did, he asked, \
         she asked, they asked, he told, she told, they told, someone told, our cto, the team wants, i intend, \
         we intend, i hope to, i thought, i finally, we finally, this morning i, this morning we, the ceo, our boss, \
         the boss, my team lead, my lead, the plan is, the plan was, some people, people say, many teams, \
         it would be nice, i read that, i heard, i asked, i said, as planned, i never, we never, they plan to, \
         she plans to, he plans to",
    ),
    (
        Class::Subject,
        "i, we, you, he, she, they, it, someone, nobody, everyone, people, manager, boss, colleague, client, \
         customer, team, who, ceo, cto, lead, that, which, doc, docs, rule, rules, readme, article",
    ),
    (
        Class::About,
        "about, why, whether, who, which, on how, explaining, saying, says, said, reads, called, named, titled, \
         how to, when to, what it means to, that says, regarding, entitled",
    ),
    (
        Class::Ability,
        "are you able to, are you capable of, do you know how to, do you support, is it possible to, can one, \
         are you allowed to, do you have access to, can you even, can you actually",
    ),
    (
        Class::Predicate,
        "is, was, are, were, failed, fail, fails, has, had, have, did, does, worked, works, broke, breaks, went, \
         takes, took, looks, seems, keeps, will, would, should, can, could, must, might, isn't, wasn't, doesn't, \
         went well, finished, succeeded, happened, stopped, started, appeared",
    ),
    (
        Class::Defect,
        "typo, misspelled, misspelling, wrong, broken, missing, misaligned, off by one, outdated, crashes, \
         doesn't work, does not work, isn't working, bug, error, incorrect, stale, not working, too small, \
         too large, too big, dead link",
    ),
    (Class::Me, "me, to me, myself, us"),
    (
        Class::Change,
        "fix, refactor, refactoring, cleanup, clean up, rewrite, redesign, improvement, improve, implement, \
         implementation, implementing, feature, rename, remove, removal, migrate, migration, restructure, change, \
         changes, solve, solution, add, build, split, upgrade, replace, optimize, optimise, rework, modernize, \
         patch, repair, move, would go, will go, would change, would be, will be, would you, going to, update, new, \
         adding, delete, deploy, speed up, extend, simplify, would affect, make, propose, approach, suggest, \
         suggestion, restructuring, would do, should we, should i, caching, handle",
    ),
    (
        Class::Leave,
        "off, exit, leave, stop, quit, end, disable, turn off, switch off, cancel, out of, deactivate, close, no, \
         aus",
    ),
    (Class::Compare, "between, difference, versus, vs, compare"),
    (Class::Local, "locally, local, localhost, dev server, on my machine, my laptop, dry run"),
    (
        Class::Noise,
        "production build, production bundle, production ready, dry run, step by step, first name, last name, \
         main page, main menu, main screen, main title, main window, main content, main section, main function, \
         main file, main heading, main button, main navigation, main text, main idea, main points, post office, \
         blog post, linkedin post, post mortem, push notification, push notifications, drop down, drop shadow, \
         clear text, pay attention, release notes, release note, change log, free plan, clean code, live preview, \
         live reload, live chat, live demo, live search, message box, mail merge, master class, order by, \
         sort order, in order to, in order, make sense, set of, rest of the, the rest of, take a look, have a look, \
         make up, plan b, floor plan, seating plan, pricing plan, price plan, data plan, payment plan, plan column, \
         plan page, plan table, plan name, plan field, plan id, plan button, plan picker, plans table, plans page, \
         plan card, plan type, subscription plan, plan selector, plan badge, plan label, plan svg, hosting plan, \
         design system, service worker, key points, keyboard, key idea, token count, open question, at the moment, \
         in all caps, all caps, after all, above all, all right, at all, first of all, right side, right corner, \
         right margin, left and right, to the right, on the right, right aligned",
    ),
];

/// Slips of the fingers in the words that say how to proceed.
pub const SLIPS: &[(&str, &str)] = &[
    ("paln", "plan"),
    ("plna", "plan"),
    ("palnning", "planning"),
    ("planing", "planning"),
    ("frist", "first"),
    ("fisrt", "first"),
    ("firts", "first"),
    ("befor", "before"),
    ("beofre", "before"),
    ("bfore", "before"),
    ("jsut", "just"),
    ("juts", "just"),
    ("toch", "touch"),
    ("tuoch", "touch"),
    ("chnage", "change"),
    ("cahnge", "change"),
    ("aprove", "approve"),
    ("aproval", "approval"),
    ("implment", "implement"),
    ("immediatly", "immediately"),
];
