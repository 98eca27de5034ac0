//! English. Words and idioms only, no logic.
//!
//! Source: the labelling rules of replies; everyday usage.

use super::{Lexicon, Tag};

pub(super) static LEXICON: Lexicon = Lexicon {
    language: "en",
    variants: "",
    respell: "don't=do not, dont=do not, do'nt=do not, dnt=do not, doesn't=does not, doesnt=does not, didn't=did not, didnt=did not, \
              can't=can not, cant=can not, cannot=can not, couldn't=could not, couldnt=could not, won't=will not, wont=will not, \
              wouldn't=would not, wouldnt=would not, shouldn't=should not, shouldnt=should not, mustn't=must not, mustnt=must not, \
              mayn't=may not, needn't=need not, neednt=need not, isn't=is not, isnt=is not, aren't=are not, arent=are not, \
              wasn't=was not, wasnt=was not, weren't=were not, ain't=is not, aint=is not, haven't=have not, havent=have not, \
              hasn't=has not, hasnt=has not, hadn't=had not, hadnt=had not, i'm=i am, im=i am, i've=i have, ive=i have, i'd=i would, \
              i'll=i will, you're=you are, youre=you are, you've=you have, you'll=you will, you'd=you would, we're=we are, \
              we've=we have, we'll=we will, we'd=we would, they're=they are, they've=they have, they'll=they will, it's=it is, \
              its=it is, it'll=it will, that's=that is, thats=that is, that'll=that will, this'll=this will, there's=there is, \
              what's=what is, whats=what is, here's=here is, he's=he is, she's=she is, let's=let us, lets=let us, lemme=let me, \
              gonna=going to, wanna=want to, gotta=got to, gimme=give me, c'mon=come on, cmon=come on, y'all=you all, u=you, ur=your, \
              r=are, pls=please, plz=please, plss=please, pleas=please, plase=please, pleaes=please, plese=please, thanx=thanks, \
              thnx=thanks, tnx=thanks, tks=thanks, ty=thanks, tysm=thanks, cheers=thanks, abt=about, tmrw=tomorrow, tmr=tomorrow, \
              tomorow=tomorrow, tommorow=tomorrow, tommorrow=tomorrow, yse=yes, yess=yes, yesh=yes, yus=yes, yas=yes, yass=yes, \
              ahaed=ahead, ahed=ahead, aheda=ahead, ahea=ahead, proceeed=proceed, procede=proceed, procced=proceed, proced=proceed, \
              porceed=proceed, prceed=proceed, strat=start, satrt=start, statr=start, beign=begin, bgein=begin, excute=execute, \
              exectue=execute, exeucte=execute, execut=execute, aprove=approve, approv=approve, appove=approve, aproved=approved, \
              approvd=approved, apporved=approved, apporve=approve, contiune=continue, contine=continue, countinue=continue, \
              lauch=launch, luanch=launch, wiat=wait, wai=wait, waitt=wait, hodl=hold, stpo=stop, cancle=cancel, cancell=cancel, \
              chagne=change, chnage=change, relpace=replace, ya'll=you all, definetely=definitely, definately=definitely, definitly=definitely, defo=definitely, affirmitive=affirmative, sur=sure, shure=sure, goahead=go ahead, \
              doit=do it, rn=right now, thru=through, w/o=without, gud=good, gr8=great, luv=love, lgmt=lgtm, ltgm=lgtm",
    phrases: &[
        // Neutral words around a clause.
        (
            Tag::Lead,
            "go on, kindly, just, simply, so, then, well, hey, oh, ah, aha, now then, and now, also, and then, \
             [alright|right|well] then, now now, do, quickly, quick, hurry up, hurry, come on, chop chop, in that case, \
             [with|having] that [|being] said, that said, that being said, actually, basically, honestly, frankly, personally, seriously, \
             like i said, as i said, i say, i mean, i meant, in short, long story short, bottom line, in the end, \
             [all|everything] in all, all things considered, overall, on the whole, altogether, [for|from] my part, \
             [as|so] far as i am concerned, from [my|our] [side|end], for what it is worth, if you [please|like|would], if you do not mind, \
             if you would be so kind, if you would not mind, be so [good|kind] as to, be a dear and, \
             and please, go and, again, finally, at last, after all, \
             my answer is, the answer is, to be clear, to confirm, for the record, on second thought, \
             in conclusion, to sum up, second, secondly, third, thirdly, first of all, anyway, anyways, anyhow, regardless",
        ),
        (
            Tag::Around,
            "please, then, now, right now, right away, immediately, at once, straight away, straightaway, asap, a.s.a.p., already, directly, \
             [my|dear|] [friend|mate|buddy|bro|dude|pal|man|chief|boss|captain|sir|madam|maam|champ|partner|dear], bruh, fam, folks, guys, team, \
             everyone, everybody, all, claude, gpt, chatgpt, copilot, gemini, bot, robot, agent, assistant, ai, \
             as [is|it is|it stands|planned|written|proposed|described|discussed|agreed|shown|outlined|suggested|stated|specified|listed|presented|laid out|is please], \
             as [you|we] [planned|wrote|proposed|described|discussed|agreed|outlined|suggested|said|laid out|described it|wrote it|have written|have described|have proposed|have planned|have outlined], \
             exactly as [is|it is|planned|written|proposed|described|discussed|agreed|shown|outlined|suggested|you described|you wrote|you proposed|it is written], \
             just as [planned|written|proposed|described|discussed|it is|it stands], just like that, like that, like this, \
             [as|exactly as|just as] per [the|your|this] plan, per [the|your] plan, according to [the|your|this] plan, following [the|your|this] plan, \
             based on [the|your|this] plan, by the plan, by the book, to the letter, in full, fully, completely, entirely, \
             from [start|beginning] to [finish|end], from the top, [till|until|to] the end, all the way, the whole way, top to bottom, \
             without [|any |further |more |any further |any more ][delay|ado|questions|hesitation|asking|asking again|asking me|waiting|waiting for me|fear|confirmation|stopping|interruption], \
             with no [further |more |][delay|ado|questions|hesitation], \
             whenever you are [ready|set|able|done], [when|once|as soon as] you are [ready|set], \
             whenever [you|] [like|want|can|wish], as soon as [possible|you can|you are able], as quickly as [possible|you can], \
             on my behalf, for me, for us, with it, with this, with that, with them, with everything, in one go, in one shot, all at once, \
             in order, in that order, in this order, with confidence, with pleasure, by all means, in peace, \
             full speed, at full speed, full steam, today please, then please, my man, my dude, good sir, if you please, \
             bud, [you|u] [guys|all|folks], \
             from [my|our] [side|end|part|perspective], on [my|our] [side|end|part], from me, from us, too, as well, either way, for sure, \
             freely, confidently, happily, smoothly",
        ),
        (
            Tag::Frame,
            "let us, let us just, let us all, go, go and, [time|it is time|high time|about time] to, [i|we] [want|need|expect|urge|ask|would like|would love|would want] you to, \
             [i|we] [would|am|are] [|be ][happy|glad|fine|ok|good|comfortable|pleased|delighted|content] for you to, \
             [i|we] am [happy|fine|ok|good] to have you, you should, you should just, \
             [ask|asking|asked|request|requesting] you to, [i|we] am asking you to, please go, please do, let it, let this, let that, let the plan, \
             let her, have it, [i|we] say, all that is left is to, [you|we] [are|is] to",
        ),
        (
            Tag::Permit,
            "you can, you may, you could, you might as well, you may as well, we can, we may, \
             you [are|have been] [free|clear|cleared|welcome|good|ok|allowed|permitted|authorized|authorised|all set|set|ready] to, \
             you [are|have been] [hereby|now] [free|clear|cleared|allowed|permitted|authorized|authorised] to, \
             feel free to, [please |]feel free and, be my guest and, it is [ok|fine|all right|alright|safe] to, \
             [i|we] [|hereby |gladly |do ][authorize|authorise|allow|permit|let|approve|want|empower|instruct|direct] you to, \
             [i|we] [|hereby ]give you [|my |our |full ][permission|approval|consent|clearance|authorization|blessing|ok|the ok|the green light|the go ahead|leave] to, \
             you [|now |already ]have [|my |our |full |my full ][permission|approval|consent|clearance|authorization|authorisation|blessing|ok|go ahead|green light|the green light|the ok] to, \
             [permission|approval|green light|clearance|authorization|ok] [granted|given] to, [i|we] [am|are] [ok|fine|good] with you, \
             [i|we] [do not|would not] [mind|object|have a problem] if you, no objection to you, nothing stops you, nothing is stopping you",
        ),
        (
            Tag::Verb,
            "start working on it, [roll|ship|push] it out, go, go ahead, go right ahead, proceed, start, begin, run, execute, launch, continue, commence, carry on, move ahead, move forward, \
             push ahead, push forward, push on, push through, press on, press ahead, press forward, crack on, forge ahead, plow ahead, plough ahead, charge ahead, get going, get started, get cracking, get rolling, get moving, get on with, get to it, get to work, get on it, get it done, \
             get this done, get it going, get this going, get it started, get this started, get it over with, get this show on the road, get the ball rolling, \
             get things [going|started|moving|rolling|done], kick off, kick things off, fire away, dive in, dive right in, jump in, jump right in, blast off, \
             start working, start work, start executing, start running, start now, start up, begin executing, begin working, begin work, do so, do proceed, \
             have at it, hit it, engage, do your thing, do your magic, do your worst, work your magic, make it happen, make this happen, make it so, \
             give it a [go|try|whirl|shot|spin], let it [rip|run|fly], punch it, rock on, rock and roll, light it up, fire it up, start it up, kick it off, \
             set it in motion, put it in motion, put it into action, go full speed, go all in, go for it, go for that, go for this, go through with it, have a go, \
             deploy, go live, resume, march on, onward, on with it, get on with it, see it through, follow through, \
             implement, activate, initiate, commence work, commence execution, start the engines, start your engines, step on it, knock it out, \
             continue on, go forward, take it away, take it from here, run with it, roll with it, go with it, go with that, go with this, \
             pull the trigger, press the button, push the button, hit the button, hit go, press go, hit run, press start, hit start, flip the switch, throw the switch, \
             go on then, go on with it, get after it, get busy, buckle down",
        ),
        (Tag::Infinitive, "keep going, do this thing, be executed, be done, rip, roll"),
        (
            Tag::VerbObject,
            "[i|we|i fully|i totally|i completely|i do] agree [with|to], agreed to, sign off on, i sign off on, i am signing off on, i am all for, i am for, [i|we] support, [i am|we are] [in favor|in favour] of, [i am|we are] [fine|ok|happy|good|cool|comfortable|satisfied] with, do, ship, apply, implement, perform, carry out, start on, begin on, get on with, get going with, get going on, get started with, get started on, \
             go with, go ahead with, go right ahead with, go forward with, go for, go through with, go along with, proceed with, proceed to execute, proceed to run, proceed to implement, proceed and execute, \
             continue with, carry on with, move forward with, move ahead with, push ahead with, push forward with, press ahead with, press on with, crack on with, \
             push through, follow, follow through with, follow through on, build, launch, deploy, merge, publish, enact, initiate, trigger, \
             complete, fire off, kick off, set off, roll out, stick to, stick with, start running, start executing, begin executing, begin running, \
             start implementing, begin implementing, run, execute, submit, start up, fire up, boot up, spin up, activate, put through, execute on, deliver on, green light, greenlight",
        ),
        (
            Tag::Object,
            "it, this, that, them, these, those, all, everything, anything in it, it all, this all, all this, all that, \
             all of [it|this|that|them|these|those|the steps], every step, every single step, each step, all [|the |of the |your |these |those |its ]steps, \
             [the|this|your|that|my|our|the proposed|the suggested|the current|the whole|the entire|the full|this whole|this entire|the above|the new|the attached|the approved|the agreed|your proposed|the shown|the displayed|the present|said] [plan|proposal|approach|strategy|procedure|process|steps|changes|task|tasks|work|job|execution|implementation|operation|thing|workflow|sequence|proposition|scheme|program|actions|course of action], \
             these [steps|changes|tasks|actions], those [steps|changes|tasks|actions], plan, steps, the plan above, the plan below, the plan as a whole, the steps above, the above, the lot, the whole lot, the whole shebang, \
             the plan [you|] [|have ][proposed|wrote|made|described|suggested|outlined|presented|showed me|showed|shared|drafted|laid out|written], \
             the steps you [proposed|wrote|described|suggested|outlined|listed], what you [proposed|wrote|described|suggested|outlined|planned|have], \
             execution, implementation, plan execution, the plan execution, execution of the plan, the execution of the plan, executing the plan, executing it, running it, the implementation of the plan, \
             things, work, the run, the show, the plan now, plan as is, this one, that one, the thing, bad boy, this bad boy, the sucker, this baby",
        ),
        // Whole commands.
        (
            Tag::Go,
            "go ahead, let us roll, go ahead please, go go, go go go, go go go go, go time, it is go time, yes to [the|this|your] plan, yes to [it|all of it|everything|this], ship it, ship this, ship that, ship it out, ship ship ship, \
             send it, send it off, send it out, full steam ahead, full speed ahead, straight ahead, fire in the hole, all systems go, all systems are go, \
             be my guest, knock yourself out, fire when ready, bring it on, bring it, let her rip, let us gooo, let us a go, lfg, gogo, gogogo, go4it, off you go, off we go, away you go, \
             good to go, good to go from [me|my side|my end|here], [all|we are|you are|you are all|it is|i am|we are all|everything is|the plan is|this is|i think we are|i think you are] good to go, good to [proceed|start|run|launch|execute|begin], \
             [it is|that is|we are|you are|this is|it is definitely] a go, a go from me, go from me, go from my side, we are go, you are go, cleared [to go|for takeoff|for launch|to proceed|to start|to launch], you are cleared for [takeoff|launch], \
             you are clear, we are clear to go, we have liftoff, make it so, on you go, go on then, go on with it, do go on, carry on then, \
             [the|your] [plan|proposal] can [be executed|be run|start|begin|go ahead|proceed|run|be started|be implemented|go live], it can [be executed|run|start|begin|go ahead|proceed|be started], \
             [execution|the execution|the run|this] [can|may] [start|begin|proceed|go ahead|commence], work can [start|begin], \
             [i|we] [would like|want|need] [it|this|that|the plan|everything] [run|executed|started|done|implemented|carried out], \
             [i|we] [would like|want] [|for ]the plan to [be executed|be run|start|proceed|go ahead], \
             consider [it|this|the plan] [a go|go], you got the green light, ready set go, on your mark get set go, ready steady go, engines on, engage",
        ),
        // Whole approvals.
        (
            Tag::Verdict,
            "approve, [i |we |i do |i hereby |hereby |i fully |i completely |i gladly |i happily |we hereby |i can |i formally |i officially ][approve|accept|confirm|authorize|authorise|endorse|ratify|green light|greenlight|sanction], \
             approving, agreed, i concur, concur, i consent, i give my consent, \
             i second that, seconded, i second this, [you have my|you have our|you have my full|you have full|you got my|you have the|you got the|you have got my|you have got our|you have got the|here is my|i give my|i give you my|i give you the|i give it my|i give the|i give you|i am giving you the|i am giving my|giving you the|giving my|it has my|this has my|this gets my|it gets my|the plan has my|the plan gets my|consider this my|this is my|we give our] [approval|permission|consent|blessing|go ahead|green light|thumbs up|authorization|authorisation|vote|clearance|full approval|seal of approval], \
             permission granted, approval granted, approval given, permission given, consent given, authorization granted, clearance granted, green light, a green light, the green light, green light given, green lit, greenlit, green light from [me|us|my side|my end|here], signed off, thumbs up, thumbs up from me, two thumbs up, big thumbs up, a thumbs up from me, \
             [it is|that is|that will be|it will be|this is] a [|definite |big |clear |resounding ]yes, a yes from me, yes from me, big yes, definite yes, definitely yes, it is a yes from me, that is a yes from me, \
             deal, done deal, it is a deal, you have a deal, you have got a deal, we have a deal, sold, i am sold, [i am|you can count me] in, count me in, i am on board, we are on board, i am all in, i vote yes, my vote is yes, i say yes, i am saying yes, \
             [i am|we are] [in favor|in favour|in agreement], consider [it|this|the plan] [approved|accepted|confirmed|signed off|done], approve and [run|execute], approved to [proceed|run|start|go|execute], approved for [execution|launch], \
             [approved|accepted|confirmed] by me, approved on my [side|end]",
        ),
        (
            Tag::Passed,
            "approved, accepted, confirmed, authorized, authorised, ratified, greenlit, green lit, green lighted, signed off, fully approved, hereby approved, hereby accepted, approved as [is|written|proposed|planned|shown|submitted], accepted as [is|written|proposed], a go, good to go",
        ),
        (
            Tag::Yes,
            "yes, yeah, yea, yep, yup, yeap, yip, yas, aye, ye, yh, yis, sure, sure thing, for sure, of course, ofc, certainly, absolutely, definitely, totally, affirmative, affirm, alright, all right, aight, alrighty, righto, \
             okey dokey, okie dokie, yes please, please do, yes sir, yes maam, yes indeed, yes yes, yes yes yes, oh yes, oh yeah, hell yes, hell yeah, heck yes, heck yeah, fuck yes, fuck yeah, damn right, you bet, you betcha, but of course, naturally, most certainly, most definitely, \
             without a doubt, no doubt, y, yy, okies, aye aye, aye aye captain, sounds like a plan, that sounds like a plan, that would be [great|fine|perfect|lovely|nice|good|wonderful|awesome|ideal|excellent|super], \
             works for me, that works for me, this works for me, it works for me, suits me, that suits me, suits me fine, fine by me, good by me, ok by me, cool by me, all good from [me|my side|my end], all good on my [side|end], \
             looks good to me, sounds good to me, seems good to me, [it is |that is |]all good with me, yes of course, yes absolutely, yes definitely, yes certainly, yes sure, yes ok, yes it is ok, yes it is fine, yes that is fine, yes that works, yes that is ok, yes you may, yes you can, you may, yes do, yes thanks, yes thank you, yes go",
        ),
        (
            Tag::NoObjection,
            "no [|further |more |other |real |major ][objection|objections|concern|concerns|complaints|reservations], [i|we] [do not|did not] have any [|further |other ][objection|objections|concerns|complaints|reservations], \
             [i|we] [do not|would not] [mind|object] [|at all|it|this|that], do not mind, do not mind at all, do not mind if [i|you] do, not an issue, \
             why not, why not then, well why not, [i|we] see no reason [not to|to wait|to delay|why not|to object], no reason [not to|to wait|to delay], without objections, without objection, [no one|nobody] objects, nothing stands in the way, nothing in the way, never mind the [naming|names|typos]",
        ),
        (
            Tag::NoNeed,
            "no need to, there is no need to, you do not [need|have] to, you need not, no reason to, no point to, not necessary to, it is not necessary to, do not bother to",
        ),
        (
            Tag::Dither,
            "[wait|ask|hesitate|confirm|check|double check|worry|discuss|think|hold back|hold off|delay|check in|ask again|confirm again|ask twice] [|for me|for anything|again|me|any longer|any more|anymore|with me|further|it|here|about it|it with me], run it by me, clear it with me, check with me, ask me [|again|anymore|every time|each time|first], wait for [me|my ok|approval|my approval|me to confirm|anyone|my confirmation], ask for [permission|confirmation|approval]",
        ),
        (Tag::Have, "[i|we] [have|see|can see|find|found|got|have got|had], there [is|are]"),
        (
            Tag::Urge,
            "no [|further |more |other |real |major ][issue|issues|complaint|comment|comments|question|questions|changes|change|remarks|notes|edits|corrections|doubts|suggestions|feedback|modifications|amendments|tweaks|adjustments|blockers|additions], \
             no [changes|edits|corrections|modifications|adjustments|fixes|tweaks] [needed|necessary|required], [i|we] [do not|did not] [have|see|find] any [|further |more |other ][issue|issues|comments|questions|changes|remarks|doubts], no need for changes, \
             nothing [|else |more |further ][to add|to change|to object to|to complain about|to fix|to correct|to criticize|to say against it|to remove|to discuss|to adjust|to modify|to object|to worry about|to tweak|to edit|to comment], nothing [against it|against this|against that|wrong with it|wrong here], nothing else, nothing more, nothing needs [to change|to be changed|changing|fixing], \
             no need [to change anything|to change it|for changes|to modify anything|to edit anything|for any changes|for edits], change nothing, [|absolutely |really ]no [problem|problems|worries|worry|prob|probs|probz|sweat|biggie|big deal|trouble], np, npnp, not a problem, not a problem [at all|for me], hakuna matata, do not be afraid, do not stop there, do not hesitate, do not hold back, do not delay, do not stall, do not dawdle, do not procrastinate, do not drag your feet, do not dally, do not waste time, do not waste [any|any more|more] time, do not be slow, \
             do not bother [asking|to ask|checking|waiting|confirming] [|me|again|me again|with me|for me], do not ask [|me|again|me again|anymore|me anymore|any more|any more questions|further|further questions], do not overthink it, do not think twice, do not worry about [it|me|that], do not mind me, \
             no need for [|further |more |another |any more |any further |any ][questions|confirmation|confirmations|discussion|delay|waiting|approval|debate|talk|ceremony], \
             stop [asking|waiting|hesitating|stalling|asking me|asking questions|waiting around|dawdling|procrastinating|talking|overthinking|overthinking it|worrying|asking me questions|asking me again|asking for permission|dragging your feet|wasting time], quit [stalling|asking|waiting|talking|dawdling], \
             enough [talk|talking|questions|waiting|discussion|chatter|planning|already|chit chat|said], [|i |we ]can not wait [|any longer|anymore|any more|longer|to see it|to see this|to see it run|to see it in action|for this|for it|to see the result|to see the results|to start], what are you waiting for go, \
             never been better, could not be better, it could not be better, could not be clearer, could not have said it better, could not agree more, i could not agree more, can not complain, can not argue with that, can not find anything wrong, not bad at all, time is money, [no|not a] [time|moment|minute|second] to [waste|lose|spare], there is no time to [waste|lose], \
             let us not [wait|waste time|waste any time|waste any more time|delay|hesitate|wait any longer|drag this out|overthink it|overthink this], let us not [wait|delay] any [longer|more|further], [i|we] [have|had] waited [|long ]enough, we are wasting time, the sooner the better, sooner is better, better sooner than later, it is now or never, now or never, never mind me, \
             i trust you, i trust your judgement, i trust your judgment, i trust the plan, i trust it, nothing to wait for, there is nothing to wait for, not a doubt, no doubts, do not let me [stop|keep|hold] you, do not let me hold you [up|back], do not keep me waiting, i am tired of waiting, tired of waiting, i am done waiting, i have been waiting for this",
        ),
        (
            Tag::Urge,
            "do not wait [|for me|any longer|any more|anymore|up|around|on me|a second|another second|another minute|another moment|for my approval|for anything|for anyone|till later]",
        ),
        (Tag::Yes, "do not wait, do not wait any longer, do not wait for me, do not hesitate"),
        (
            Tag::UrgeAsk,
            "what are [you|we] [still |even ]waiting for, what are [you|we] waiting for, what you waiting for, [so |and ]what are [you|we] waiting for, what are you still waiting for, what is the [hold up|holdup|delay], what is stopping you, what is keeping you, why wait, why wait any longer, why are [you|we] [still |]waiting, why the [wait|delay], why not, why hesitate, why so slow, why do you [still |even |]ask, why do you even ask, why are you asking, why are you still asking, need you ask, do you even [need|have] to ask, do i have to say it twice, how could i say no, how could i [refuse|object], who could object, what could go wrong, what is not to like, what is there to [wait for|discuss|think about|lose]",
        ),
        (
            Tag::Praise,
            "i agree, we agree, agree, i fully agree, i totally agree, i completely agree, i do agree, nice, [well|nicely|neatly] [done|written|put|thought out|planned|said|explained|structured|run|executed|started], [that|this|it] [works|will work|will do|should work|will work fine|works well|works great|helps|makes sense|makes total sense|makes perfect sense|would work], works, works well, makes sense, makes total sense, makes perfect sense, fair enough, [good|great|nice] start, good [run|go|continue|launch|begin|call|point|idea|thinking|stuff], great [idea|stuff|thinking|call], \
             exactly right, spot on, on point, bang on, right on, chef s kiss, no complaints here, \
             i am [|very |quite |really |super ][happy|pleased|satisfied|impressed|convinced], thumbs up for the effort, all clear, clear, crystal clear, clear enough, clear to me, that is clear, all is clear, everything is clear, got my attention, good for me, we are all set, all set, i am ready, we are ready, ready, ready here, ready when you are, i am all set",
        ),
        (
            Tag::Thing,
            "everybody, everyone, all of us, [the|my|our|the whole|my whole] team, we all, it, it all, it [still|also|now] all, this, that, this one, everything, all, all of [it|this|that|them], all this, all that, \
             [the|your|this|that|the whole|the entire|the new|the revised|the updated|the current|the proposed|my|our] [plan|proposal|approach|strategy|idea|structure|outline|summary|breakdown|sequence|order|list|scope|thing|draft|version|design|write up|writeup|explanation|naming|logic|reasoning|result|steps|changes|choices|details|libraries|tests|estimate|timeline|sandbox|rollback|rollback plan|rollback section], plan, the rest, the rest of it, everything else, every step, each step, all steps, all the steps, things, you all, nothing here but, the order of the steps, the choice of [libraries|library|tools]",
        ),
        (
            Tag::Is,
            "is, are, looks, look, sounds, sound, seems, seem, appears, feels, reads, is looking, are looking, looking, sounding, looks to be, seems to be, appears to be, looks like a, looks like an, sounds like a, sounds like an, seems like a, is a, is an, was a, are all, makes for a, is now, is already, checks, checks out, is just, is simply, will be, would be, all looks, all sounds, all seems",
        ),
        (
            Tag::Degree,
            "very, really, quite, pretty, so, super, all, absolutely, totally, perfectly, completely, just, rather, truly, extremely, mighty, also, still, actually, honestly, overall, a, an, the, such a, such an, what a, what an, damn, bloody, fucking, freaking, already, now, then, entirely, more than, most, both, certainly, definitely, in, indeed, much",
        ),
        (
            Tag::Good,
            "happy, pleased, satisfied, convinced, on board, good, great, fine, perfect, excellent, nice, awesome, amazing, fantastic, wonderful, brilliant, superb, splendid, solid, sound, correct, right, reasonable, sensible, clear, clean, cool, lovely, beautiful, neat, sweet, sick, dope, lit, epic, legit, rad, swell, dandy, tidy, thorough, complete, detailed, comprehensive, impressive, promising, fair, decent, alright, all right, acceptable, \
             satisfactory, adequate, suitable, appropriate, ready, in order, well thought out, well written, well structured, well organized, well organised, well done, thoughtful, careful, useful, helpful, on track, on point, spot on, what i wanted, what i need, what i needed, exactly what i wanted, exactly what i need, the right one, right one, safe, best, ideal, fabulous, terrific, marvelous, outstanding, stellar, top notch, first class, five stars, a ok, fire, gold, smart, clever, logical, simple, straightforward, easy to follow, consistent, ok with, great to me, as expected, as agreed, as discussed, easy, included, well, kosher, bueno, chill, satisfying",
        ),
        (
            Tag::WithMe,
            "with me, by me, to me, for me, with us, by us, to us, for us, to go with, with my side, on my side, from my side, on my end, from my end",
        ),
        (
            Tag::Noun,
            "plan, work, job, one, stuff, idea, proposal, approach, breakdown, thinking, call, write up, writeup, summary, outline, structure, explanation, analysis, start, effort, choice, thing, solution, strategy, point, catch, detail, details, steps, overview, draft, version, progress, teamwork, question, answer, response, reply, explanation, news, run, launch, show, execution, shape",
        ),
        (
            Tag::Courtesy,
            "thank you, thank you [|so |very |ever so ]much, thank you all, thanks [a lot|a bunch|so much|very much|a million|a ton|again|much|mate|man|buddy|all|everyone|in advance|anyway|for that|for this|for everything|a bunch], many thanks, much appreciated, appreciated, appreciate it, i appreciate it, i appreciate that, with thanks, ta, cheers mate, \
             [thanks|thank you] for [explaining|clarifying|planning|preparing this|preparing it|the work|writing it up|writing this up|putting this together|laying it out|laying this out|splitting it up|the heads up|asking|waiting|checking|your patience|doing this|checking in|checking with me|breaking it down], \
             hi, hello, hey there, hi there, hello there, good [morning|afternoon|evening|day], greetings, howdy, dear [assistant|agent|team|all|claude|bot], sorry, sorry for the [delay|wait|late reply|late response|slow reply], apologies, apologies for the delay, excuse me, my apologies, excuse the delay, \
             keep me [posted|updated|in the loop|informed], let me know [|how it goes|how it went|when it is done|when you are done|when done|when it is finished|when you finish|when finished|what happens|once it is done|once done|the result|the results|about the result], tell me [when it is done|when you are done|how it goes|how it went|when you finish|when finished|once it is done|when done], report back [|to me|when done|when it is done|when you are done|once done|when finished|afterwards|after that|later], ping me [|when it is done|when you are done|when done|once done|when finished], notify me when [done|it is done|you are done|finished], i will [be here|be watching|watch|stand by|be waiting|wait|wait here|keep watching], looking forward to [it|this|the result|the results|seeing it|seeing the result], i look forward to it, \
             have fun, enjoy, good luck, best of luck, god speed, godspeed, take care, have a [nice|good|great] [day|one|evening|weekend|time], best regards, regards, kind regards, yours, fingers crossed, do not worry, do not be shy, no rush, no hurry, no pressure, no offense, wish you luck, break a leg, bless you, wow, woo, woohoo, woot, yay, hooray, hurray, whoo, yippee, boom, bam, huzzah, bravo, kudos, congrats, congratulations, finally, at last, my pleasure, you rock, you are [great|awesome|amazing|the best|a star|a legend|a genius|a lifesaver|a champ], you are the man, legend, props, respect, very kind of you, that is very kind, how kind, nice of you, i am counting on you, counting on you, do your best, good boy, good girl, good bot, great bot, that is all, that is it, that will be all, nothing else, it is only fair, up up and away, over and out, welcome, welcome back, no need to thank me, i am excited, excited, so excited, exciting, [it is|that is] a matter of taste, a matter of taste, matter of taste, [that|it] does not matter, does not matter, never mind that, minor thing, minor stuff, no matter, not important, [i|we] [believe|have faith] in you, [i|we] am [sure|certain|confident]",
        ),
        (Tag::About, "[thanks|thank you|thank you so much|thank you very much|thanks a lot|many thanks] for"),
        (
            Tag::Seen,
            "i [|have |have now |have just |have already |just |carefully ][read|reviewed|checked|seen|looked at|gone over|gone through|went over|went through|looked over|looked through|been through|double checked|verified|inspected|studied|examined]",
        ),
        (
            Tag::Liking,
            "i like [it|this|that|the plan|your plan|this plan|what i see], i [love|really like|absolutely love|do like|quite like] [it|this|that|the plan|this plan|your plan], love it, love this, loving it, like it, exactly what i [wanted|needed|had in mind|asked for|was looking for|was hoping for], [that is|this is|it is|it was] [exactly |just |precisely |]what i [want|wanted|need|needed|had in mind|asked for|was looking for|meant], just what i [wanted|needed]",
        ),
        (Tag::Filler, "k, kk, mhm, mm, mmm, mmhm, mmhmm, mhmm, uh huh, uhuh, aha, ah ok, oh ok, gotcha ok, m"),
        (
            Tag::Heard,
            "[totally|absolutely|quite|very|pretty|so] sure, i am sure, i am certain, that is it, that is right, that is correct, that is all, right, correct, exactly, true, indeed, [plan|it|everything|all|all of it|the plan|this] [|has been |was |is ][reviewed|checked|read|verified|double checked], reviewed, checked, [seen|read] [it|it all|the plan|everything], all checked, got it, gotcha, understood, i understand, i see, ah i see, oh i see, roger, roger that, copy, copy that, noted, acknowledged, ack, duly noted, ok i see, i hear you, heard, 10 4, received, will do, i got it, got you, makes sense to me now, message received, loud and clear, i get it, seen",
        ),
        (
            Tag::Reluctant,
            "i guess, i guess so, i suppose, i suppose so, [ok|fine|well|alright|sure|yes|yeah|yep] i [guess|suppose], ok fine, oh well, oh fine, well ok, well fine, fine then, ok then, fine fine, fine whatever, if i must, if you must, if we must, if you say so, if you insist, if it has to be, so be it, very well, well alright, oh alright, i could live with [that|it|this], i can live with [that|it|this], i could live with that i suppose, good enough i guess, good enough, meh, meh ok, eh, eh ok, ehh, eh sure, not terrible, passable, that will have to do, it will have to do, that will do i guess, i am not thrilled, reluctantly, grudgingly, with reservations, more or less, it is what it is, let it be, leave it like that, leave it at that, yes i guess, should be ok, should be fine, sigh, ugh, yes unfortunately",
        ),
        // What parts and joins clauses.
        (
            Tag::Joint,
            "but, and, however, only that, still, nevertheless, nonetheless, so, plus, and so, and but, but then, and also, but also, but still, but please, but first",
        ),
        // Negation.
        (
            Tag::Neg,
            "not, no, never, nothing, nobody, no one, none, neither, nor, nowhere, not going to, hardly, barely, cannot, refuse to, refrain from, avoid, stop, quit, without, nah, nope, rather not, less than, far from, anything but, instead of, unable to, against, hate to, too early to, too soon to, premature to, not to, dare not, unwilling to, hesitate to, hold off on, wait before, wait with, decline to, prohibit, forbid, forbidden to, do not you dare, far too early to",
        ),
        (
            Tag::NegSay,
            "[i|we] [am|are|was|were] not saying, [i|we] [do|did|have|would|will|can|could] not [say|said|mean|suggest|suggesting|think i said], i never said, never said, not saying, would not say, did not say, not to say, hard to say, can not say, can not say that, i am not telling you",
        ),
        (
            Tag::DoubleNeg,
            "it is not that, not that i, not that we, it is not as if, not as if, not un, not [unreasonable|unhappy|unwise|unwelcome|unacceptable|impossible|opposed|against it|against this|against|a bad idea|bad|terrible|without merit|the worst|wrong|disagreeing|objecting|unlikely|uninteresting|undesirable|refusing|rejecting|unsatisfied|dissatisfied|nothing|never|incorrect|terrible], not not, can not not, never not, can not disagree, can not say no, can not object, could not refuse, can not refuse, do not disagree, do not not, would not refuse, would not say no, would not reject, nothing against, no reason not, not a no, not exactly a no, no i do not object, do not see why not, not entirely opposed, not necessarily no",
        ),
        (
            Tag::Ban,
            "under no circumstances, in no case, under no condition, on no account, by no means, no way, not in a million years, no chance, over my dead body, never ever, not ever, absolutely not, certainly not, definitely not, hell no, heck no, in no way, neither step, none of the steps, no step, none of this, none of it, not a single step, not my intention, no intention of, have no intention, not intend, no fucking way, not a chance, fat chance, out of the question, [will|would|shall] never",
        ),
        (Tag::Halt, "do not, no do not, please do not, do not please, not, must not, no not, no stop, do not you dare"),
        (
            Tag::Hold,
            "[|i |we ][can|will|do|could|would|may|must] not [allow|permit|let you|let it], i forbid, i prohibit, wait, waiting, wait up, wait a [minute|second|sec|moment|bit|mo|while|little], wait for [me|my|approval|now], [put|leave|keep] [it|this|that|everything|the plan] [on hold|pending|aside|off], hold, hold on, hold up, hold off, hold it, hold that, hold your horses, hold the line, on hold, put on hold, keep it on hold, pause, pausing, paused, stop, stopping, stop right there, halt, freeze, stand by, standby, stand down, stay put, sit tight, hang on, hang tight, hang fire, slow down, not so fast, whoa, woah, easy now, cool it, not yet, not just yet, not quite yet, not now, not right now, not at the moment, not at this time, not at this point, not today, not tonight, not this week, not tomorrow, not until, not before, not till, do not until, yet to, \
             [one|just a|give me a|gimme a|a] [moment|minute|sec|second|mo|few minutes|little time|bit of time|couple of minutes], one moment, give me [time|some time|a while|a day|an hour|a bit|until], too [early|soon], premature, bear with me, brb, be right back, back in a, let me [check|review|look|read|see|verify|think] [|it |this |the plan |everything ]first, until i, till i, before i, [|run it |run this |run that ]by me first, past me first, check with me first, with me first, ask me first, ask me before, hold fire, hold your fire, keep it pending, keep pending, leave it pending, park it, park this, parking, shelve it for now, postpone, postponed, postpone it, delay it, delay this, delay the, defer, deferred, defer it, suspend, suspended, table it, table this, put a pin in it, put it off, put this off, put off, hold back, keep your hands off, hands off, keep off, leave it for now, leave it alone, leave it as is for now, no rush to start, stay there, time out, timeout, do nothing, touch nothing, run nothing, execute nothing, start nothing, change nothing yet, for now no, not for now, no not yet, rather wait, better wait, let us wait, should wait, need to wait, have to wait, must wait, want to wait, would wait, ask before, interrupt, on standby, in a holding pattern, can it wait, let it wait, wait and see, hold the phone, before you [start|begin|run|do|proceed|execute|go|launch], before we [start|begin|run|do|proceed|execute|go|launch], don t move, freeze on, code freeze, feature freeze, change freeze, when i say so, when i say, on my signal, on my command, on my mark, on my go, until further notice, till further notice, await, awaiting, waitlist, remain on hold, dry run first",
        ),
        (
            Tag::Timing,
            "tomorrow, tonight, later, later on, later today, this [evening|afternoon|weekend|week|month|quarter], in the [evening|morning|afternoon|next few days|near future|future], next [week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|year|sprint|quarter|time|morning|day|release|cycle], \
             [on|by|until|till|before|after|from|this|come|come on] [monday|tuesday|wednesday|thursday|friday|saturday|sunday], monday, tuesday, wednesday, thursday, friday, saturday, sunday, [over|at|on] the weekend, after the weekend, \
             after [lunch|dinner|breakfast|work|hours|midnight|noon|the meeting|the standup|the release|the demo|the weekend|the review|the holidays|the call|the freeze|the launch|school|class|i|we|my|the sprint|the deploy|that|approval|hours|office hours|my vacation|my holiday|the new year|christmas|easter|#], \
             in [a|an|one|two|three|four|five|ten|half an|#|a few|a couple of|several|some] [hour|hours|minute|minutes|mins|min|day|days|week|weeks|while|bit|moment|moments|second|seconds|month|months|time], in an hour, in half an hour, at [#|noon|midnight|night|lunch|lunchtime|dawn|the end of the day|the end of the week|the end of the month|six|seven|eight|nine|ten|eleven|twelve|one|two|three|four|five], # [am|pm|oclock|o clock], by # [am|pm], eod, end of day, end of the day, by end of day, another [time|day|week], some other time, some other day, some other time, someday, some day, one day, sometime, soonish, eventually, once i am back, once i return, when i am back, when i return, when i get back, when i have time, first thing in the morning, overnight, at a later [time|date|point|stage], at some point, down the road, in due course, in due time, at the weekend, the day after, the day after tomorrow, a day later, a week from now, an hour from now, from now, # from now, after hours, after that, afterwards, then later, maybe later, another moment, during the night, during the maintenance window, in the maintenance window, outside business hours, outside office hours, off hours, off peak",
        ),
        (
            Tag::Refusal,
            "[that is|this is|it is|you are|they are|all] wrong, that is [incorrect|inaccurate|untrue|not right|not correct|not true|not it|false], [this|it] is [incorrect|inaccurate|false|not right|not correct], incorrect, i do not think so, i do not believe so, i think not, surely not, negatory, [that is|it is] a negative, that would be a no, i guess not, i suppose not, i hope not, [does|do|will|would|did] not work, cancel, cancel it, cancel that, cancel this, cancelled, canceled, cancelling, abort, aborted, abort mission, abort it, reject, rejected, i reject, rejecting, decline, declined, i decline, deny, denied, i deny, refuse, refused, i refuse, veto, vetoed, i veto, disapprove, disapproved, i disapprove, unapproved, disagree, i disagree, disagreed, thumbs down, \
             forget it, forget about it, forget this, forget that, forget the plan, forget the whole thing, drop it, drop that, drop this, drop the plan, drop the whole thing, drop the idea, dropping this, scrap it, scrap this, scrap that, scrap the plan, scrap the whole thing, scratch that, scratch it, scratch this, discard it, discard this, discard the plan, discard that, toss it, toss the plan, throw it away, throw it out, bin it, trash it, ditch it, ditch this, ditch the plan, kill it, kill this, kill the plan, kill that, withdraw, i withdraw, withdrawn, revoke, revoked, i revoke, take that back, i take it back, i take that back, undo that, call it off, calling it off, call off, called off, no deal, deal off, the deal is off, no go, a no go, nogo, \
             i do not want [it|this|that|to|any|any of this|the plan|that plan|this plan|you to], do not want [it|this|that|to|the plan], we do not want, i no longer want, not interested, i am not interested, i would rather not, rather not, better not, best not, i would rather you did not, would rather you, rather you did not, i prefer not, prefer not to, i would prefer not, i changed my mind, changed my mind, i have changed my mind, never mind, nevermind, nvm, skip it, skip this, pass on this, i pass, i will pass, hard pass, thanks but no, thanks but no thanks, not happening, not gonna happen, not going to happen, not what i want, not what i wanted, not what i asked for, not what i need, not really, not exactly, not quite, not at all, not like this, not like that, not this way, not this, not that, not this plan, not good enough, not this one, i am against, i object, i am opposed, i oppose, strongly oppose, this is wrong, this is all wrong, all wrong, this is bad, bad idea, a bad idea, bad plan, terrible, terrible idea, terrible plan, awful, this sucks, unacceptable, not acceptable, inacceptable, won t fly, do not have my, does not have my approval, you do not have my, you do not have permission, no permission, permission denied, access denied, approval denied, request denied, not authorized, not authorised, not allowed, not permitted, quit it, give up, let it go, i give up, leave it, leave it be, do not bother, do not do it, not worth it, no longer needed, not needed, i do not need this, i do not need it, unnecessary now, start over, back to the drawing board, back to square one, i would not do that, do not like it, do not like this, do not like that, do not like the plan, i hate it, i hate this, no dice, nuh uh, count me out, i am out, i quit, end it, terminate, terminate it, close it, dismiss, dismissed, dismiss it, get lost, go away, over ruled, overruled, downvote, thats a no, that is a no, it is a no, a hard no, a no from me, no from me, big no, still no, say no, i say no, vote no, i vote no, nay, nein, non merci",
        ),
        (
            Tag::No,
            "quit, undo, scratch, scrap, definitely not, surely not, hell nah, negatory, false, wrong, not really, no, nope, nah, nay, noo, naw, nah nah, no no, no no no, no way, no thanks, no thank you, negative, not, never, nuh uh, no please, no sorry, no sir, no never, no not at all, oh no, hell no, no deal, no dice, not this time, n, nn",
        ),
        (
            Tag::Run,
            "executed, execution, executing, running, runs, ran, started, starting, beginning, began, begun, launched, launching, proceeding, proceeded, continuing, continued, going ahead, go ahead with, moving forward, shipped, shipping, ship, deployed, deploying, deployment, deploy, merge, merged, merging, release, released, publish, published, publishing, implement, implementing, implemented, apply, applied, applying, anything, touch, touch anything, touching, do anything, do that, do it, do this, doing it, doing this, doing that, doing anything, change anything, modify anything, make any changes, make changes, execute anything, run anything, go out, go live, act, perform, performed, carry out, carried out, happen, do a thing, do this now, commit, commit anything, commit it, push, push it, push anything, pushed, proceed with, kick off, kicked off, start, initiate, trigger, send it, work on it, work on this, let it run, let it start",
        ),
        // Changes and parts.
        (
            Tag::Change,
            "order is wrong, [step|name|title|library|file|database|version] is wrong, [steps|names|files] are wrong, instead, rather than, in place of, with one [change|exception|tweak|modification|caveat|condition|edit], with [a|some|two|few|minor|small|these|the following] [change|changes|tweak|tweaks|edit|edits|modification|modifications|amendments], one change, one tweak, one small change, one correction, one edit, small change, minor change, one more thing to add, a few changes, some changes, replace, replacing, rename, reorder, re order, rearrange, swap, swap out, swap in, substitute, rewrite, redo, rework, re plan, replan, revise, revision, rephrase, restructure, refine, \
             get rid of, leave out, leaving out, take out, strip out, cut out, throw out the, move step, move the, in smaller steps, smaller steps, more steps, fewer steps, too many steps, too few steps, more detail, more details, not enough on, not enough about, not enough detail, not enough details, not enough tests, not enough testing, too little on, too little about, too little detail, more detailed, less detail, more granular, break it down, break it up, break down, split step, split it, split up, split the, merge steps, merge step, combine steps, combine step, merge the steps, merge the last, merge the first, combine the, \
             [it|this|that|they] should [be in|be a|be an|be called|be named|come first|come last|use|have|include|go], should come [first|last|before|after|earlier|later], must come [first|before], needs to come [first|before], should be [first|last|before|after|in|a|an|renamed|removed|added|replaced|changed|moved|done first|done before|split|called|named|python|typescript], should use, must use, needs to use, has to use, should not use, do not use, do not touch the, never use, stop using, use of, order is wrong, wrong order, the order should, is unnecessary, is not needed, is not necessary, is redundant, is superfluous, is missing, are missing, is too big, is too large, is too long, are too big, are too large, missing step, missing a step, you forgot, you missed, you left out, forgot to, is overkill, different library, different approach, another approach, other approach, another library, a different, i would prefer, i would rather use, i prefer, i would like to [change|add|remove|see|have|use], prefer [using|to use], better to use, better use, best to use, better with, would be better, make sure, ensure, be sure to, add a, add an, add the, add tests, add some, add more, add another, also add, and add, please add, needs a, needs an, needs more, need a, needs tests, needs to have, should have a, should include, must include, should also, must also, include a, include the, do not include, exclude, drop step, drop the last, drop the first, drop that one, drop step, remove step, skip step, skip the, remove the, delete step, delete the, cut step, one thing, just one thing, only one thing, one request, minor edits, few edits, set the, use the, switch to, change to, changed to, convert to, migrate to, go with postgres, put the, keep the, keep step, update the, update step, edit the, edit step, adjust the, fix the, fix step, modify step, modify the, change step, change the, undo the, limit it to, restrict it to, narrow it",
        ),
        (
            Tag::ChangeVerb,
            "change, use, add, remove, delete, drop, skip, make, split, move, put, switch, set, include, exclude, combine, keep, update, modify, adjust, edit, fix, shorten, simplify, cut, bump, raise, lower, increase, decrease, reduce, extend, convert, try, take, test, write, call, name, target, insert, append, prepend, introduce, pin, upgrade, downgrade, migrate, refactor, document, prefer, avoid, omit, expand, trim, tighten, loosen, limit, restrict, correct, amend, alter, tweak, mention, specify, clarify, separate, break, group, order, sort, translate, mock, cover, store, save, base, rebase, extract, inline, wrap, give, have, enable, disable, turn, format, lint, default, allow, require, log, cache, back up, backup, create, define, declare, install, uninstall, import, export, double, halve, unify, tidy, clean, reuse, mark, let the, schedule, prioritize, prioritise, do not add, do not remove, do not delete, do not rename, do not change, do not include, do not make, do not create, do not install, do not modify, do not put, do not forget to",
        ),
        (
            Tag::Pre,
            "though, although, only, also, too, still, i would, i want you to, i want, i would like you to, i would like, we should, we need to, we must, you should, you need to, you must, you have to, need to, have to, must, should, let us, it should, it needs to, it must, i need you to, i need, we want, we would like, i would only ask you to, would only ask you to, i only ask you to, only ask you to, i ask you to, one more thing, one thing, first, second, third, and, but, please, instead, maybe, perhaps, could you, can you, would you, can we, could we, provided you, if you, as long as you, once you, after you, then, next, also please, remember to, be sure to, make sure to, better, rather, might want to, may want to, you could, you can, you may, you might, i suggest, i suggest you, i propose, suggest, i think you should, i think we should, perhaps we should, to, for step #, in step #, in step two, in step one, in step three, step #, with",
        ),
        (
            Tag::Request,
            "could you, can you, would you, can we, could we, will you, would you please, could you please, can you please, would it be possible to, is it possible to, may i ask you to, may we, shall we",
        ),
        (
            Tag::Part,
            "everything [but|except|apart from|besides|other than], all [but|except|apart from|besides], all steps [but|except], except, except for, excluding, with the exception of, apart from, aside from, other than, minus, save for, \
             do [step|steps|part|phase|task|item|the first|the second|the last|the tests|the rest|only|just], only [step|steps|part|the first|the second|the last|the tests|phase|task|tasks|item|items|#], just [step|steps|part|the first|the second|the last|the tests|the first part|phase|task|tasks|#], [first|last] [step|two|three|half|part|steps] only, the first [half|part|step|two|three|few|two steps|three steps|step], only the first, just the first, [step|steps|part|phase] # only, # only, up to step, through step, until step, till step, stop after, stop at step, then stop, half of it, part of it, parts of it, some of it, some steps, one step at a time, one at a time, partially, partial, in part, partly, not all of it, not everything, not all of them, not all steps, the rest later, rest later, but not step, not step, not steps, not the last, not the first, nothing else but, the tests only, tests only, start with step, begin with step, steps # [to|through|and|till|until] #",
        ),
        (Tag::Only, "only, just, solely, merely, exclusively, nothing but, alone"),
        (
            Tag::OnlyPart,
            "only the, only these, only those, only my, only this, solely the, exclusively the, nothing but the",
        ),
        (
            Tag::Step,
            "step, steps, step #, steps #, phase #, part #, point #, item #, task #, stage #, number #, the [first|second|third|fourth|fifth|last|next|final] [step|steps|part|phase|point|item|task|one|stage], [first|second|third|fourth|fifth|last|final] [step|steps|phase|task|item]",
        ),
        (Tag::YesFor, "[yes|ok|sure|go|go ahead|fine|approved|approve] for, yes to"),
        (Tag::NoFor, "[no|not|nope|do not|rejected] for, no to"),
        (Tag::Without, "without, w o"),
        // Conditions, questions, reports, other things.
        (
            Tag::Cond,
            "after, if, unless, provided, provided that, providing, as long as, so long as, once, when, whenever, assuming, assuming that, in case, only if, on condition, on the condition, on one condition, under the condition, given that, subject to, contingent on, depending on, conditional on, pending, as soon as, until, till, lest, suppose, supposing, in the event, should it, should the, iff, except if, only when, wherever, then and only then, by the time",
        ),
        (
            Tag::Ask,
            "[so|then|now|well|and|] do [i|we] [approve|confirm|accept|agree|authorize|authorise|allow|say yes|say ok|say go|go|proceed|start|run], \
             what about, how about, what if, or should, or do, or shall, or not, am i, is that, right or, is it ok if, not sure if, i wonder, wondering, i was wondering, wonder if, not sure whether, whether, curious, any idea, how come, how long, how many, how much, isn t it, do you think, what do you think, you think, are you sure, would it not, will it not, is it not, does it not, do you want me, should i",
        ),
        (
            Tag::AskFirst,
            "what, why, how, when, who, whom, whose, where, which, is, are, am, was, were, does, did, can, could, should, would, will, shall, may i, may we, might, has, had, have you, have we, have they, do you, do we, do i, do they, does it, are you, is it, ain t, is there, are there, and what, and why, and how, anything else, any questions, any reason, ready, sure about, you sure, really sure, you ready, are we",
        ),
        (
            Tag::Report,
            "said, says, say that, saying, told, tells, wrote, written, writes, typed, answered, replied, responded, stated, states, reported, mentioned, claimed, quoted, quote, unquote, quoting, according to him, according to her, according to them, according to my, texted, messaged, emailed, posted, commented, asked, announced, allegedly, supposedly, last time, previously, yesterday i, yesterday you, used to, i was told, i heard, he thinks, she thinks, they think, the doc, the docs, the document, documentation, readme, the ticket, my boss, my manager, my lead, approved it, approved this, approved that, has approved, have approved, already approved, he approved, she approved, they approved, somebody, someone, anybody, anyone, would have said",
        ),
        (
            Tag::Others,
            "motion carried, [all|all of them|everyone|everybody|they|they all|the team|the others|he|she] [agreed|agree|agrees|approved|approve|approves|accepted|confirmed|consented|signed off]",
        ),
        (
            Tag::Other,
            "explain, explaining, explanation, show me, show us, show, tell me, tell us, describe, clarify for me, walk me through, research, the research, analyze, analyse, analysis, investigate, investigating, look into, looking into, read me, give me, send me, list, listing, summarize, summarise, summary please, questions, more questions, asking, brainstorm, discussing, discuss, talk about, thinking, think about, look at, tone, of your, the file, the files, that file, file i, search, searching, exploring, explore, planning, drafting, writing, draft, preview, diff, the diff, compare, check whether, elaborate, estimate, print, display, open, review, reviewing, examine, report, tell, with the research, with the explanation, with questions, with the analysis, help me, teach me, remind me, answer, answering, reading",
        ),
        (
            Tag::Delegation,
            "up to you, it is up to you, that is up to you, totally up to you, your call, it is your call, your choice, your decision, you decide, you choose, you pick, decide yourself, decide for yourself, your pick, whatever, whatever you [think|want|like|say|prefer|decide|need|feel|wish], whatever you think is best, whatever works, whatever suits you, whatever floats your boat, as you [wish|like|please|want|see fit|prefer|think best], what you think is best, do what you [want|think|like|will|think is best|think is right|have to|must|need to|feel is right|prefer], do as you [like|please|wish|see fit|think], do whatever, do whatever you want, i do not care, do not care, i could not care less, could not care less, i do not mind either way, either is fine, either way is fine, either works, any is fine, anything is fine, makes no difference, same to me, it is all the same to me, all the same to me, i leave it to you, leave it to you, i will leave it to you, leave it up to you, in your hands, it is in your hands, you know best, you know better, you are the expert, you are the boss, you are the pro, at your discretion, your discretion, use your [judgement|judgment|discretion|own judgement|best judgement|best judgment], use your best judgement, suit yourself, be it as you wish, who cares, dealer s choice, you tell me, i defer to you, i have no opinion, no opinion, no preference, i have no preference, no strong feelings, no strong opinion, indifferent, i am easy, not my decision, not my call, not up to me, it is not my decision, not mine to decide, trust your gut, whichever, whichever you prefer, whatever you say, do as you think best",
        ),
        (
            Tag::FirstPerson,
            "i will, i will run, i will do it, i shall, i am going to, i am gonna, let me, i can run, i can do it, i could do it, i might, i may, i want to, i would like to, i plan to, i intend to, i am about to, i am running, i am starting, i started, i ran, i have started, myself, i run, i go, i start, i execute, we will, i got this, i am on it, we are going to, i am doing, i did, my turn, on my own",
        ),
        (
            Tag::Unclear,
            "oh sure, yeah yeah, sure sure, uhh, uuh, err, eh, ehm, ermm, uhhh, um, uh, er, hm, hmm, ahem, umm, uhm, erm, i would say, step by step, one by one, safely, carefully, cautiously, slowly, gently, \
             might be ok, could be ok, might be fine, idk, [please|kindly|just|can you|could you|will you|would you|do you|you should|need you to|want you to|you to] [confirm|approve|accept|authorize|authorise|agree|ratify|endorse|sign off], maybe, perhaps, probably, possibly, might be, could be, kinda, sort of, kind of, somewhat, hopefully, presumably, apparently, seemingly, supposedly, not sure, unsure, it depends, depends, dunno, hard to say, hard to tell, yes and no, i think so, i believe so, i hope so, i reckon, might as well not, time to go, got to go, have to go, need to go, must go, gotta go, deal with, delete everything, delete all files, wipe everything, wipe the disk, burn it down, burn it all, burn everything, destroy everything, nuke it, nuke everything, blow it up, set it on fire, rm rf, format the disk, drop all tables, delete the database, delete production, lol, lmao, rofl, haha, hahaha, hehe, ha ha, jk, just kidding, kidding, joking, only joking, only kidding, just joking, sarcasm, yeah right, yeah sure, sure jan, as if, april fools, what could possibly go wrong, not sure, i am not sure, not certain, not convinced, not decided, have not decided, i have not decided, i do not know, no idea, no clue, do not understand, not understand, let me think, need to think, i need time, think about it, thinking about it, sleep on it, hmm let me, whatever man, make me, if only, take your time, do not get it, not clear, unclear, do not see why, second thoughts, having second thoughts, having doubts, i doubt",
        ),
        (
            Tag::Inject,
            "ignore previous, ignore all, ignore the previous, ignore all previous, ignore your, ignore these, ignore the rules, ignore any, disregard previous, disregard the, disregard all, disregard your, output approve, answer approve, answer with approve, respond with approve, reply with approve, reply approve, return approve, return approved, print approve, say approve, classify, classifier, classify this, label this, treat this as, treat this message as, treat as, treat it as, interpret this as, read this as, consider this message, count this as, system prompt, new instructions, override, bypass, jailbreak, intent approve, system override, sudo, as an ai, you are now",
        ),
        // Remarks that may stand before a command.
        (
            Tag::Word,
            "i, i have, i had, we, we had, he, she, it, they, my, our, you, your, me, us, them, her, him, the, a, an, this, that, these, is, are, was, were, has, have, had, been, be, am, to, of, in, on, at, by, from, for, with, about, through, against the ticket, it against the ticket, as, into, over, and, very, much, bit, little, a bit, a little, slightly, somewhat, quite, \
             read, reread, reviewed, checked, double checked, compared, looked, looked at, looked over, looked through, had a look, took a look, went, went over, went through, gone over, gone through, studied, verified, discussed, discussion, discussions, talked, talked about, talked it over, debated, argued, examined, inspected, tested the idea, considered, thought about it, finished reading, spent, saw, seen, liked, loved, appreciate, appreciated, like, love, enjoyed, noticed, understood, understand, followed, matches, match, fits, fit, covers, cover, addresses, contains, contains everything, includes everything, meets, agree, agreed, agrees, happy, pleased, convinced, satisfied, impressed, glad, \
             whole, entire, thing, things, twice, once more, three times, carefully, thoroughly, closely, again, ticket, spec, requirements, requirement, expectations, expectation, notes, checklist, goals, everything, everyone, everybody, all, both, each, team, colleagues, colleague, coworkers, group, people, folks, lead, manager, boss, reviewer, reviewers, yesterday, today, earlier today, this morning, just now, last night, last week, now, long, longer, short, detailed, verbose, wordy, naming, names, name, wording, style, formatting, taste, matter, matter of taste, a matter of taste, personal taste, detail, details, section, sections, rollback, sandbox, library, libraries, licence, licences, license, licenses, choice, choices, structure, steps, plan, proposal, approach, idea, work, summary, breakdown, explanation, estimate, order, much easier, easier, easy, to follow, follow, makes, make sense, sense, helps, helped, clear, clearer, clearly, well, better now, nice, in the end, at first, for a while, for a time, split, was split, divided, opinions, opinion, meeting, call, sync, standup, session, time, hours, minutes, evening, morning, thanks, thank you, splitting it up, splitting it, splitting this up, breaking it down, breaking it up, putting this together, putting it together, laying it out, writing it up, explaining, which, who, where, there, here, what, how, one, ones, right one, the right one, so, really, also, too, already, finally, eventually, since, because, along, together, up, out, out well, down, good, great, fine, perfect, correct, solid, careful, thorough, good enough for me, exactly, had nothing to add, has nothing to add, have nothing to add, nothing to add, no objections, no complaints, no comments, had no objections, had no comments, has no objections, raised no objections, had no questions, does not matter, not a big deal, no big deal, minor, cosmetic, personal preference, that is a matter of taste, though",
        ),
        (
            Tag::NameNext,
            "past, ran it past, run it past, ran this past, ran it by, showed it to, showed this to, shown it to, discussed it with, discussed this with, talked to, talked with, spoke with, spoke to, checked with, shared it with, shared this with, went over it with, went through it with, reviewed it with, walked through it with, and so did",
        ),
        (
            Tag::Common,
            "i, you, he, she, it, we, they, me, him, her, us, them, my, your, his, our, their, a, an, the, this, that, these, those, of, to, in, on, at, for, from, with, by, about, as, into, is, are, was, were, be, been, am, do, does, did, have, has, had, will, would, can, could, should, may, might, must, what, why, how, who, where, when, which, there, here, more, most, some, any, every, each, other, than, very, much, many, few, good, bad, new, old, first, last, next, like, want, need, know, see, look, think, get, got, give, take, make, made, come, came, back, out, up, down, over, off, again, please, time, day, work, way, thing, things, people, plan, step, steps, file, files, code, test, tests, data, server, database, deploy, build, app, user, page, function, class, module, branch, commit, error, bug, issue, project, version, change, changes, docs, meeting, today, yesterday, going, soup, lunch, book, goal, interesting, executive, late, soon, costs",
        ),
    ],
};
