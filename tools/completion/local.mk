tools_mpit_SOURCES += \
	tools/completion/bash.c \
	tools/completion/completion.c \
	tools/completion/fish.c \
	tools/completion/words.c \
	tools/completion/zsh.c

# What completes it in shells; a build by the standard's ABI finds its MPI by a path.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
fishcompletiondir = $(datadir)/fish/vendor_completions.d
nodist_bashcompletion_DATA = tools/completions/bash/mpit
nodist_zshcompletion_DATA = tools/completions/zsh/_mpit
nodist_fishcompletion_DATA = tools/completions/fish/mpit.fish
COMPLETIONS = $(nodist_bashcompletion_DATA) $(nodist_zshcompletion_DATA) \
	$(nodist_fishcompletion_DATA)
CLEANFILES += $(COMPLETIONS)

$(COMPLETIONS): tools/mpit$(EXEEXT)
	$(AM_V_GEN)if test -n '$(MPIT_ABI_PATH)'; then \
	    LD_LIBRARY_PATH='$(MPIT_ABI_PATH)'; export LD_LIBRARY_PATH; fi; \
	$(MKDIR_P) $(@D) && \
	tools/mpit$(EXEEXT) completion `basename $(@D)` >$@.new && mv $@.new $@
